/** How to get Nearfirst's program where this extension came without it. */
export const HOW_TO_INSTALL = `Nearfirst's program is needed on the machine that holds the code: with Remote SSH, in WSL and in
containers that is the remote one.

With Node.js 20.19 or newer, from the file that "npm run release" makes in a clone of Nearfirst's repository:

    npm install --global nearfirst-VERSION.tgz

or, in the clone itself:

    npm ci && npm run build && npm link -w packages/cli

Then "nearfirst doctor" in a terminal should find nothing wrong. Run the command "Nearfirst: Restart", or
reload the window where your PATH changed.

Without "npm link", set "nearfirst.path" to CLONE/packages/cli/dist/main.js.

The extension made for your platform (nearfirst-vscode-linux-x64.vsix) holds the program and a small model:
"npm run package:vscode" makes it.
`;
