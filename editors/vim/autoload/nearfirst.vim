vim9script
# What is on screen: when a suggestion is asked for, shown, kept while it is typed, taken and refused.

import './nearfirst/server.vim'

prop_type_add('NearfirstGhost', {highlight: 'NearfirstGhost', combine: false})

# The suggestion on screen; empty where there is none. `text` is what is left of it at `lnum` and `column` (in bytes, from 1),
# `line` that line when it was drawn, `taken` what was typed or accepted of it, `replaced` how many bytes behind the cursor it
# takes the place of.
var shown: dict<any> = {}
# Number of the newest request: answers to older ones count for nothing.
var newest = 0
var pending = 0
var is_on = true

# Whether a key that accepts has something to accept here.
export def IsShown(): bool
  return Rest() != ''
enddef

# What is left of the suggestion at the cursor: empty where anything was done but typing its beginning. By the text alone, since
# events come only when no key waits: a key that is read together with those before it is ahead of their events.
def Rest(): string
  if shown->empty() || bufnr() != shown.buffer || line('.') != shown.lnum
    return ''
  endif
  const at = shown.column - 1
  const typed = strpart(getline('.'), at, col('.') - shown.column)
  const is_here = col('.') == shown.column + len(typed)
  const is_all = getline('.') == strpart(shown.line, 0, at) .. typed .. strpart(shown.line, at)
  return is_here && is_all && stridx(shown.text, typed) == 0 ? strpart(shown.text, len(typed)) : ''
enddef

# Insert mode begins: its commands move the cursor afterwards.
export def Entered()
  timer_start(0, (_) => Ask(server.AUTOMATIC))
enddef

export def Changed()
  Follow()
  Ask(server.AUTOMATIC)
enddef

# The cursor went elsewhere. What is typed moves it too, and is followed afterwards.
export def Moved()
  if !IsShown()
    Hide()
  endif
enddef

export def Left()
  newest += 1
  server.Cancel(pending)
  Hide()
enddef

export def Closed(buffer: number)
  if !shown->empty() && shown.buffer == buffer
    shown = {}
  endif
  server.Close(buffer)
enddef

export def Hide()
  if !shown->empty()
    prop_remove({type: 'NearfirstGhost', bufnr: shown.buffer, all: true})
    shown = {}
  endif
enddef

# Keeps the rest of the suggestion where its beginning was typed, takes it away where something else was.
def Follow()
  if shown->empty()
    return
  endif
  const old = shown
  const rest = Rest()
  Hide()
  if rest != ''
    const typed = strpart(old.text, 0, len(old.text) - len(rest))
    old.column += len(typed)
    old.taken ..= typed
    old.text = rest
    Show(old)
  endif
enddef

def Ask(trigger: number)
  newest += 1
  if !is_on || mode() != 'i' || pumvisible() || &buftype != '' || index(g:nearfirst_filetypes, &filetype) < 0
    return
  endif
  const place = {number: newest, buffer: bufnr(), lnum: line('.'), column: col('.')}
  pending = server.Complete(place.buffer, place.lnum, place.column, trigger, (items) => Answered(place, items))
enddef

def Answered(place: dict<any>, items: list<any>)
  if place.number != newest || mode() != 'i' || pumvisible() || bufnr() != place.buffer
      || line('.') != place.lnum || col('.') != place.column
    return
  endif
  Hide()
  if items->empty()
    redraw
    if server.IsLoading()
      Ask(server.AUTOMATIC)
    endif
    return
  endif
  const item = items[0]
  const replaced = item.range.end.character - item.range.start.character
  Show(extend({text: item.insertText, taken: '', replaced: replaced, id: item.command.arguments[0]}, place))
  server.Tell('shown', {suggestionId: shown.id})
  redraw
enddef

def Show(suggestion: dict<any>)
  shown = suggestion
  shown.line = getline(shown.lnum)
  const lines = split(shown.text, "\n", true)->map((_, each) => substitute(each, "\t", repeat(' ', &tabstop), 'g'))
  if lines[0] != ''
    prop_add(shown.lnum, shown.column, {type: 'NearfirstGhost', text: lines[0]})
  endif
  for each in lines[1 :]
    prop_add(shown.lnum, 0, {type: 'NearfirstGhost', text: each == '' ? ' ' : each, text_align: 'below'})
  endfor
enddef

const PARTS = {word: '^\_s*\%(\k\+\|[^[:keyword:][:space:]]\+\)', line: '^\n\=[^\n]\+', all: '^\_.*$'}

# Writes the suggestion, or its next word or line, into the buffer.
export def Take(part: string)
  Follow()
  if shown->empty()
    return
  endif
  const taken = shown
  var text = matchstr(taken.text, PARTS[part])
  if text == ''
    text = taken.text
  endif
  const is_whole = text == taken.text
  Hide()
  const here = getline(taken.lnum)
  const before = strpart(here, 0, taken.column - 1)
  const after = strpart(here, taken.column - 1 + (is_whole ? taken.replaced : 0))
  var lines = split(before .. text, "\n", true)
  const column = len(lines[-1]) + 1
  lines[-1] ..= after
  setline(taken.lnum, lines[0])
  append(taken.lnum, lines[1 :])
  taken.lnum += len(lines) - 1
  taken.column = column
  cursor(taken.lnum, column)
  if is_whole
    server.Execute('nearfirst.accept', taken.id)
    return
  endif
  taken.text = strpart(taken.text, len(text))
  taken.taken ..= text
  server.Tell('partlyAccepted', {suggestionId: taken.id, acceptedLength: Utf16Length(taken.taken)})
  Show(taken)
enddef

def Utf16Length(text: string): number
  return strchars(text) + count(split(text, '\zs')->map((_, each) => char2nr(each) > 0xFFFF), true)
enddef

export def Dismiss()
  newest += 1
  server.Cancel(pending)
  Follow()
  if !shown->empty()
    server.Execute('nearfirst.dismiss', shown.id)
    Hide()
  endif
enddef

export def Trigger()
  Ask(server.INVOKED)
enddef

export def Toggle()
  is_on = !is_on
  Left()
  echo is_on ? 'Nearfirst is on.' : 'Nearfirst is off.'
enddef

export def Restart()
  Hide()
  server.Restart()
enddef

export def Why()
  echo server.Status()
enddef

# For the status line.
export def Status(): string
  return server.Status()
enddef
