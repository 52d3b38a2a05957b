import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { makeDirectory } from '../../lib/make-directory.ts'
import { dirname } from 'node:path'

export interface ChatLines {
  /** The next message, after a prompt if the input is a terminal; undefined at the end of the input. */
  next(): Promise<string | undefined>
  /** Asks, and returns the next line as the answer; empty if Ctrl-C or the end of the input comes first. */
  question(text: string): Promise<string>
  /** The user has typed something and not yet sent it. */
  isTyping(): boolean
  /** Does what Ctrl-C does. */
  stop(): void
  /** Ends the input, and drops a half-typed line. */
  leave(): void
}

export interface ChatLinesOptions {
  historyFile: string
  /** Called for every line at once, also while no caller waits for one; true if the callee took the line. */
  onLine(text: string): boolean
  /** Called for a key before the key appears on the screen. */
  onKey(): void
  /** Called on Ctrl-C. */
  onStop(): void
}

const HISTORY_LINES = 1_000
const PROMPT = '> '

interface LinesState {
  readonly options: ChatLinesOptions
  readonly isTerminal: boolean
  readonly editor: Interface
  /** Messages that arrived while no caller waited. */
  readonly waiting: string[]
  /** Gives the next line to the caller that waits for one. */
  wake: ((line: string | undefined) => void) | undefined
  /** Gives the next line to the question that was asked. */
  answer: ((line: string) => void) | undefined
  isClosed: boolean
  isPasting: boolean
  /** Lines of a paste whose message is not finished. */
  pasted: string[]
}

/**
 * Reads lines from a terminal, with editing and a saved history, or from a pipe. A paste stays together: however many
 * lines it has, it is one message once the user presses return.
 */
export const createChatLines = (options: ChatLinesOptions): ChatLines => {
  const state = openLines(options)
  listen(state)
  return {
    next: () => nextLine(state),
    question: (text) => ask(state, text),
    isTyping: () => isTyping(state),
    stop: () => stop(state),
    leave: () => {
      state.waiting.length = 0
      if (!state.isClosed) state.editor.close()
    },
  }
}

const openLines = (options: ChatLinesOptions): LinesState => {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  // Registered before the line editor, which shows the key.
  if (isTerminal) process.stdin.on('keypress', options.onKey)
  const editor = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout } : {}),
    terminal: isTerminal,
    history: isTerminal ? readHistory(options.historyFile) : [],
    historySize: HISTORY_LINES,
    prompt: PROMPT,
  })
  return {
    options,
    isTerminal,
    editor,
    waiting: [],
    wake: undefined,
    answer: undefined,
    isClosed: false,
    isPasting: false,
    pasted: [],
  }
}

const listen = (state: LinesState): void => {
  const { editor, isTerminal, options } = state
  editor.on('line', (line) => {
    if (state.isPasting) return void state.pasted.push(line)
    const text = [...state.pasted, line].join('\n')
    state.pasted = []
    take(state, text)
  })
  editor.on('close', () => {
    state.isClosed = true
    // The next program writes to this screen: leave it on a fresh line, without marked pastes.
    if (isTerminal) process.stdout.write(`\n${PASTE_OFF}`)
    leaveUnanswered(state)
    state.wake?.(undefined)
  })
  editor.on('SIGINT', () => stop(state))
  editor.on('history', (history) => writeHistory(options.historyFile, history))
  if (!isTerminal) return
  // Asks the terminal to mark where a paste begins and ends.
  process.stdout.write(PASTE_ON)
  process.stdin.on('keypress', (_text: unknown, key: { name?: string } | undefined) => {
    if (key?.name === 'paste-start') state.isPasting = true
    if (key?.name === 'paste-end') state.isPasting = false
  })
}

const take = (state: LinesState, text: string): void => {
  const { answer, wake } = state
  if (answer !== undefined) {
    state.answer = undefined
    answer(text)
  } else if (state.options.onLine(text)) return
  else if (wake === undefined) state.waiting.push(text)
  else {
    state.wake = undefined
    wake(text)
  }
}

const nextLine = (state: LinesState): Promise<string | undefined> => {
  const first = state.waiting.shift()
  // The user typed this line into the output of the last turn, where it is hard to find: print it again.
  if (first !== undefined && state.isTerminal) process.stdout.write(`${PROMPT}${first}\n`)
  if (first !== undefined || state.isClosed) return Promise.resolve(first)
  return new Promise((resolve) => {
    state.wake = resolve
    prompt(state)
  })
}

const prompt = ({ isTerminal, isClosed, editor }: LinesState): void => {
  if (isTerminal && !isClosed) editor.prompt(true)
}

const ask = (state: LinesState, text: string): Promise<string> => {
  process.stderr.write(text)
  return state.isClosed
    ? Promise.resolve('')
    : new Promise((resolve) => {
        state.answer = resolve
      })
}

const leaveUnanswered = (state: LinesState): void => {
  state.answer?.('')
  state.answer = undefined
}

const isTyping = ({ isTerminal, editor, pasted }: LinesState): boolean =>
  isTerminal && editor.line + pasted.join('') !== ''

/** Drops a half-typed line, as a shell does. At the prompt nothing else happens; an open question gets no answer. */
const stop = (state: LinesState): void => {
  const wasTyping = isTyping(state)
  state.pasted = []
  leaveUnanswered(state)
  if (wasTyping) {
    state.editor.write(null, { ctrl: true, name: 'e' })
    state.editor.write(null, { ctrl: true, name: 'u' })
    if (state.wake !== undefined) return
  }
  state.options.onStop()
  if (state.wake !== undefined) prompt(state)
}

const PASTE_ON = '\u001B[?2004h'
const PASTE_OFF = '\u001B[?2004l'

/** Returns the newest line first, as the editor expects. */
const readHistory = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(-HISTORY_LINES).toReversed()
  } catch {
    return []
  }
}

/** Only the owner can read the file. If the history cannot be written, the chat goes on. */
const writeHistory = (file: string, history: readonly string[]): void => {
  try {
    makeDirectory(dirname(file))
    writeFileSync(file, `${history.toReversed().join('\n')}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  } catch {
    // The chat goes on without a history.
  }
}
