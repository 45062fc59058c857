vim9script
# What the server has of the buffers, and what has changed in them since, as LSP says it.

# Where Vim's name of a language is not LSP's.
const LANGUAGES = {sh: 'shellscript', cs: 'csharp', tex: 'latex'}

# The buffer as the server will have it: its address, changedtick and lines.
export def Held(buffer: number): dict<any>
  const path = bufname(buffer) == '' ? $'/untitled-{buffer}' : fnamemodify(bufname(buffer), ':p')
  return {uri: UriOf(path), tick: getbufvar(buffer, 'changedtick'), lines: getbufline(buffer, 1, '$')}
enddef

export def Item(buffer: number, held: dict<any>): dict<any>
  const filetype = getbufvar(buffer, '&filetype')
  const language = get(LANGUAGES, filetype, filetype)
  return {uri: held.uri, languageId: language, version: held.tick, text: TextOf(held.lines)}
enddef

# The lines that differ from those held, which are the buffer's afterwards; empty where nothing changed.
export def Change(buffer: number, held: dict<any>): dict<any>
  const tick = getbufvar(buffer, 'changedtick')
  if held.tick == tick
    return {}
  endif
  const old: list<string> = held.lines
  const new = getbufline(buffer, 1, '$')
  const shorter = min([len(old), len(new)])
  var first = 0
  while first < shorter && new[first] ==# old[first]
    first += 1
  endwhile
  var same_below = 0
  while same_below < shorter - first && new[-1 - same_below] ==# old[-1 - same_below]
    same_below += 1
  endwhile
  held.tick = tick
  held.lines = new
  const range = {start: {line: first, character: 0}, end: {line: len(old) - same_below, character: 0}}
  return {range: range, text: TextOf(new[first : len(new) - same_below - 1])}
enddef

# Vim has a line feed where the file has a zero byte.
def TextOf(lines: list<string>): string
  return lines->mapnew((_, each) => tr(each, "\n", "\x01") .. "\n")->join('')
enddef

# The nearest folder upwards with a settings file, else with a repository; the file's own without either.
export def FolderOf(buffer: number): string
  const folder = bufname(buffer) == '' ? getcwd() : fnamemodify(bufname(buffer), ':p:h')
  const above = fnameescape(folder) .. ';'
  for marker in [findfile('.nearfirst.json', above), finddir('.git', above), findfile('.git', above)]
    if marker != ''
      return fnamemodify(marker, ':p')->substitute('/$', '', '')->fnamemodify(':h')
    endif
  endfor
  return folder
enddef

export def Folder(path: string): dict<string>
  return {uri: UriOf(path), name: fnamemodify(path, ':t')}
enddef

def UriOf(path: string): string
  var bytes = ''
  for at in range(len(path))
    const byte = strpart(path, at, 1)
    bytes ..= byte =~ '[A-Za-z0-9/._~-]' ? byte : printf('%%%02X', char2nr(byte, false))
  endfor
  return 'file://' .. bytes
enddef
