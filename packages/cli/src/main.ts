#!/usr/bin/env node
import { Command } from "commander";
import { runComplete } from "./commands/complete.js";

const program = new Command("nearfirst").description("Local-first code completion.");
program
  .command("complete")
  .argument("<place>", "FILE:LINE[:COLUMN]")
  .action(async (place: string) => {
    process.exitCode = await runComplete(place);
  });
await program.parseAsync();
