vim9script
# The language server's process, and what is said to it: one for all buffers and workspaces.

import './documents.vim'

export const INVOKED = 1
export const AUTOMATIC = 2

# A server that ended is started again, but not more often than this, in seconds.
const RESTART_AFTER = 10

var process: job
var watch = -1
var state = 'stopped'
var started_at = 0
var folders: list<string> = []
# What the server has of each buffer.
var held: dict<dict<any>> = {}
var knows_fates = false
var outcome: dict<any> = {}
var problem = ''

# Asks for a suggestion; `Answer` is given its items, unless the server ends before. Returns the request's number, 0 for none.
export def Complete(buffer: number, lnum: number, column: number, trigger: number, Answer: func): number
  if state == 'stopped'
    Start(buffer)
  endif
  if !IsReady()
    return 0
  endif
  Synchronise(buffer)
  const params = {
    textDocument: {uri: held[buffer].uri},
    position: {line: lnum - 1, character: column - 1},
    context: {triggerKind: trigger},
  }
  const Done = (_, message) => {
    const result = get(message, 'result', v:null)
    Answer(type(result) == v:t_dict ? result.items : [])
  }
  return ch_sendexpr(process, {method: 'textDocument/inlineCompletion', params: params}, {callback: Done}).id
enddef

export def Cancel(request: number)
  if request > 0 && IsReady()
    Notify('$/cancelRequest', {id: request})
  endif
enddef

export def Execute(command: string, id: string)
  if IsReady()
    const params = {command: command, arguments: [id]}
    ch_sendexpr(process, {method: 'workspace/executeCommand', params: params}, {callback: (_, _) => 0})
  endif
enddef

# Says what became of a suggestion, to a server that knows the message.
export def Tell(fate: string, params: dict<any>)
  if knows_fates && IsReady()
    Notify($'nearfirst/{fate}', params)
  endif
enddef

export def Close(buffer: number)
  if held->has_key(buffer) && IsReady()
    Notify('textDocument/didClose', {textDocument: {uri: held[buffer].uri}})
    held->remove(buffer)
  endif
enddef

export def Restart()
  if state != 'stopped'
    timer_stop(watch)
    job_stop(process)
  endif
  state = 'stopped'
  started_at = 0
  Start(bufnr())
enddef

# Whether the last request ended because the model is still loading. The server lets each wait for two seconds.
export def IsLoading(): bool
  return get(outcome, 'reason', '') == 'loading'
enddef

# How the last request ended and why, or why there is none.
export def Status(): string
  if state != 'ready'
    return problem != '' ? problem : $'Nearfirst: {state}'
  endif
  if outcome->empty()
    return 'Nearfirst: nothing was asked yet'
  endif
  const said = [outcome.tier, outcome.reason, outcome.message]->filter((_, each) => each != v:null)
  return printf('Nearfirst: %s, %d ms', join([outcome.kind] + said, ', '), float2nr(outcome.ms))
enddef

# A message to a process that is gone would be an error, before it was noticed.
def IsReady(): bool
  return state == 'ready' && job_status(process) == 'run'
enddef

def Start(buffer: number)
  if localtime() - started_at < RESTART_AFTER
    return
  endif
  started_at = localtime()
  if !executable(g:nearfirst_command[0])
    Complain($'{g:nearfirst_command[0]} is not on the PATH. See docs/vim.md')
    return
  endif
  problem = ''
  held = {}
  folders = [documents.FolderOf(buffer)]
  # An answer of an older process must not be taken for one of this.
  const own = job_start(g:nearfirst_command, {
    in_mode: 'lsp', out_mode: 'lsp', err_io: 'null', noblock: 1,
    callback: (_, message) => Received(message),
  })
  process = own
  # While nothing is typed, Vim's own callbacks for the end of a job come late or not at all.
  timer_stop(watch)
  watch = timer_start(1000, (_) => Watch(), {repeat: -1})
  state = 'starting'
  const params = {
    processId: getpid(),
    clientInfo: {name: 'Vim', version: printf('%d.%d', v:version / 100, v:version % 100)},
    rootUri: v:null,
    workspaceFolders: mapnew(folders, (_, path) => documents.Folder(path)),
    capabilities: {
      general: {positionEncodings: ['utf-8']},
      textDocument: {inlineCompletion: {dynamicRegistration: v:false}},
      workspace: {workspaceFolders: v:true},
      experimental: {nearfirst: {tellsShown: v:true}},
    },
  }
  ch_sendexpr(process, {method: 'initialize', params: params}, {callback: (_, message) => Initialized(own, message)})
enddef

def Initialized(own: job, message: dict<any>)
  if own != process || state != 'starting'
    return
  endif
  const capabilities = get(get(message, 'result', {}), 'capabilities', {})
  if get(capabilities, 'positionEncoding', '') != 'utf-8'
    Complain('the server does not count in UTF-8: is it a nearfirst of another version?')
    job_stop(process)
    return
  endif
  knows_fates = get(capabilities, 'experimental', {})->has_key('nearfirst')
  Notify('initialized', {})
  state = 'ready'
  nearfirst#Entered()
enddef

def Received(message: dict<any>)
  const method = get(message, 'method', '')
  if method == 'nearfirst/outcome'
    outcome = message.params
    redrawstatus
  elseif method == 'window/showMessage'
    echomsg 'Nearfirst: ' .. message.params.message
  endif
enddef

def Watch()
  if job_status(process) != 'run'
    timer_stop(watch)
    Ended()
  endif
enddef

def Ended()
  state = 'stopped'
  held = {}
  nearfirst#Left()
  if v:exiting == v:null && problem == ''
    Complain('the server has ended. :NearfirstRestart starts it again')
  endif
enddef

# In a window of its own: in Insert mode the last line has the name of the mode.
def Complain(text: string)
  problem = $'Nearfirst: {text}.'
  echomsg problem
  popup_notification(problem, {time: 5000, highlight: 'WarningMsg'})
  redrawstatus!
enddef

def Notify(method: string, params: dict<any>)
  ch_sendexpr(process, {method: method, params: params})
enddef

# Opens the buffer with the server, or says which lines have changed since.
def Synchronise(buffer: number)
  if !held->has_key(buffer)
    AddFolder(documents.FolderOf(buffer))
    held[buffer] = documents.Held(buffer)
    Notify('textDocument/didOpen', {textDocument: documents.Item(buffer, held[buffer])})
    return
  endif
  const change = documents.Change(buffer, held[buffer])
  if !change->empty()
    const textDocument = {uri: held[buffer].uri, version: held[buffer].tick}
    Notify('textDocument/didChange', {textDocument: textDocument, contentChanges: [change]})
  endif
enddef

def AddFolder(path: string)
  if index(folders, path) < 0
    folders->add(path)
    Notify('workspace/didChangeWorkspaceFolders', {event: {added: [documents.Folder(path)], removed: []}})
  endif
enddef
