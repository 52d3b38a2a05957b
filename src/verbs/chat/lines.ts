import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
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

/**
 * Lines from a terminal, with editing and a history that is kept, or from a pipe. What is pasted stays together: it is one message
 * when the return key is pressed, however many lines it has.
 */
export const createChatLines = ({ historyFile, onLine, onKey, onStop }: ChatLinesOptions): ChatLines => {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  // Before the line editor listens, which shows it.
  if (isTerminal) process.stdin.on('keypress', onKey)
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout } : {}),
    terminal: isTerminal,
    history: isTerminal ? readHistory(historyFile) : [],
    historySize: HISTORY_LINES,
    prompt: PROMPT,
  })
  const waiting: string[] = []
  let wake: ((line: string | undefined) => void) | undefined
  let answer: ((line: string) => void) | undefined
  let isClosed = false
  let isPasting = false
  let pasted: string[] = []

  const take = (text: string): void => {
    if (answer !== undefined) {
      const give = answer
      answer = undefined
      give(text)
    } else if (onLine(text)) return
    else if (wake === undefined) waiting.push(text)
    else {
      const give = wake
      wake = undefined
      give(text)
    }
  }
  lines.on('line', (line) => {
    if (isPasting) return void pasted.push(line)
    const text = [...pasted, line].join('\n')
    pasted = []
    take(text)
  })
  const leaveUnanswered = (): void => {
    answer?.('')
    answer = undefined
  }
  const prompt = (): void => {
    if (isTerminal && !isClosed) lines.prompt(true)
  }
  const isTyping = (): boolean => isTerminal && lines.line + pasted.join('') !== ''
  /** What was half typed is dropped, as a shell does, and that is all where it waits at the prompt; a question has no answer then. */
  const stop = (): void => {
    const wasTyping = isTyping()
    pasted = []
    leaveUnanswered()
    if (wasTyping) {
      lines.write(null, { ctrl: true, name: 'e' })
      lines.write(null, { ctrl: true, name: 'u' })
      if (wake !== undefined) return
    }
    onStop()
    if (wake !== undefined) prompt()
  }
  lines.on('close', () => {
    isClosed = true
    // The next thing on the screen is not ours.
    if (isTerminal) process.stdout.write(`\n${PASTE_OFF}`)
    leaveUnanswered()
    wake?.(undefined)
  })
  lines.on('SIGINT', stop)
  lines.on('history', (history) => writeHistory(historyFile, history))
  if (isTerminal) {
    // The terminal says where what is pasted begins and ends.
    process.stdout.write(PASTE_ON)
    process.stdin.on('keypress', (_text: unknown, key: { name?: string } | undefined) => {
      if (key?.name === 'paste-start') isPasting = true
      if (key?.name === 'paste-end') isPasting = false
    })
  }
  return {
    next: () => {
      const first = waiting.shift()
      // It was typed between the words of the last turn, where the user cannot find it: print it again.
      if (first !== undefined && isTerminal) process.stdout.write(`${PROMPT}${first}\n`)
      if (first !== undefined || isClosed) return Promise.resolve(first)
      return new Promise((resolve) => {
        wake = resolve
        prompt()
      })
    },
    question: (text) => {
      process.stderr.write(text)
      return isClosed
        ? Promise.resolve('')
        : new Promise((resolve) => {
            answer = resolve
          })
    },
    isTyping,
    stop,
    leave: () => {
      waiting.length = 0
      if (!isClosed) lines.close()
    },
  }
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
