vim9script
# Suggestions by Nearfirst as ghost text: docs/vim.md says how to install and use it.

if exists('g:loaded_nearfirst')
  finish
endif
g:loaded_nearfirst = true

if !has('patch-9.0.0185') || !has('textprop') || !has('popupwin') || !has('channel') || &encoding != 'utf-8'
  echomsg 'Nearfirst: this needs Vim 9.0.185 or newer with +textprop, +popupwin and +channel, and encoding=utf-8.'
  finish
endif

g:nearfirst_command = get(g:, 'nearfirst_command', ['nearfirst', 'lsp'])
g:nearfirst_filetypes = get(g:, 'nearfirst_filetypes', ['python'])

highlight default link NearfirstGhost Comment

augroup nearfirst
  autocmd!
  autocmd InsertEnter * nearfirst#Entered()
  autocmd TextChangedI * nearfirst#Changed()
  autocmd TextChangedP,CompleteChanged * nearfirst#Hide()
  autocmd CursorMovedI * nearfirst#Moved()
  # Otherwise Vim reads ahead before it inserts a letter, and asks a mapping about text in which that is not yet.
  autocmd InsertCharPre * #
  autocmd InsertLeave * nearfirst#Left()
  autocmd BufUnload * nearfirst#Closed(str2nr(expand('<abuf>')))
augroup END

command! NearfirstWhy nearfirst#Why()
command! NearfirstRestart nearfirst#Restart()
command! NearfirstToggle nearfirst#Toggle()

# <C-G>u: undo takes back the suggestion alone.
inoremap <silent><expr> <Plug>(nearfirst-accept) nearfirst#IsShown() ? "\<C-G>u\<Cmd>call nearfirst#Take('all')\<CR>" : ''
inoremap <silent><expr> <Plug>(nearfirst-accept-word) nearfirst#IsShown() ? "\<C-G>u\<Cmd>call nearfirst#Take('word')\<CR>" : ''
inoremap <silent><expr> <Plug>(nearfirst-accept-line) nearfirst#IsShown() ? "\<C-G>u\<Cmd>call nearfirst#Take('line')\<CR>" : ''
inoremap <silent> <Plug>(nearfirst-dismiss) <Cmd>call nearfirst#Dismiss()<CR>
inoremap <silent> <Plug>(nearfirst-trigger) <Cmd>call nearfirst#Trigger()<CR>

if get(g:, 'nearfirst_default_keys', true)
  imap <silent><expr> <Tab> nearfirst#IsShown() ? "\<Plug>(nearfirst-accept)" : "\<Tab>"
  imap <silent><expr> <C-Right> nearfirst#IsShown() ? "\<Plug>(nearfirst-accept-word)" : "\<C-Right>"
  imap <silent><expr> <C-Down> nearfirst#IsShown() ? "\<Plug>(nearfirst-accept-line)" : "\<C-Down>"
  imap <C-]> <Plug>(nearfirst-dismiss)
  imap <C-\><C-\> <Plug>(nearfirst-trigger)
endif
