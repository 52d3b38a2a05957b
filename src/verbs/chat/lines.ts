import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { makeDirectory } from '../../lib/make-directory.ts'
import { dirname } from 'node:path'

export interface ChatLines {
  /** The next thing that was said, with a prompt where a person sees it; undefined at the end of the input. */
  next(): Promise<string | undefined>
  /** Asks, and takes the next line as the answer; it is empty where Ctrl-C or the end comes first. */
  question(text: string): Promise<string>
  /** Something is typed and not yet said. */
  isTyping(): boolean
  /** As Ctrl-C does. */
  stop(): void
  /** The end, whatever was typed and not yet said. */
  leave(): void
}

export interface ChatLinesOptions {
  historyFile: string
  /** Told of every line at once, also while no caller waits for one; true: the line was taken. */
  onLine(text: string): boolean
  /** Told of a key before it shows. */
  onKey(): void
  /** Ctrl-C. */
  onStop(): void
}

const HISTORY_LINES = 1_000
const PROMPT = '> '

/** What is known of the lines so far. */
interface LinesState {
  readonly options: ChatLinesOptions
  readonly isTerminal: boolean
  readonly editor: Interface
  /** Said while no caller waited for it. */
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
 * Lines from a terminal, with editing and a history that is kept, or from a pipe. What is pasted stays together: it is one message
 * when the return key is pressed, however many lines it has.
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
  // Before the line editor listens, which shows it.
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
    // The next thing on the screen is not ours.
    if (isTerminal) process.stdout.write(`\n${PASTE_OFF}`)
    leaveUnanswered(state)
    state.wake?.(undefined)
  })
  editor.on('SIGINT', () => stop(state))
  editor.on('history', (history) => writeHistory(options.historyFile, history))
  if (!isTerminal) return
  // The terminal says where what is pasted begins and ends.
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
  // It was typed between the words of the last turn, where the user cannot find it: print it again.
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

/** What was half typed is dropped, as a shell does, and that is all where it waits at the prompt; a question has no answer then. */
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

/** The newest first, as the editor wants it. */
const readHistory = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(-HISTORY_LINES).toReversed()
  } catch {
    return []
  }
}

/** For its owner alone. A history that cannot be kept is no reason not to talk. */
const writeHistory = (file: string, history: readonly string[]): void => {
  try {
    makeDirectory(dirname(file))
    writeFileSync(file, `${history.toReversed().join('\n')}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  } catch {
    // Nothing to do about it here.
  }
}
