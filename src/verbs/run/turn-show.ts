import type { AgentEvent } from '../../agent/turn.ts'
import { clip } from '../../lib/excerpt.ts'
import { isRecord } from '../../lib/json.ts'
import { escapeControls, type Terminal } from '../../interfaces/cli/terminal.ts'

/**
 * Prints the model's text to standard output, and a line for each of its actions to standard error. A screen gets the
 * text as it comes. A file or a pipe gets it when the answer is complete, because an answer that breaks off begins
 * again from its first word.
 */
export const createTurnView = (terminal: Terminal) => {
  let isLineOpen = false
  let held = ''
  const { colors, isScreen, width } = terminal
  const print = (text: string): void => {
    if (text === '') return
    // The listener on standard output reports a failed write.
    terminal.document(text).catch(() => undefined)
    isLineOpen = !text.endsWith('\n')
  }
  const endLine = (): void => {
    print(held)
    held = ''
    if (isLineOpen) print('\n')
  }
  const aside = (text: string): void => {
    endLine()
    terminal.note(colors.dim(`${INDENT}${clip(text, width - INDENT.length, { singleLine: true })}`))
  }
  return {
    show: (event: AgentEvent): void => {
      switch (event.type) {
        case 'text':
          if (isScreen) print(escapeControls(event.text))
          else held += escapeControls(event.text)
          break
        case 'call-start':
          aside(`${event.tool} ${subjectOf(event.args)}`)
          break
        case 'call-end':
          if (event.isError) aside(`! ${event.tool}: ${messageIn(event.text)}`)
          break
        case 'retry':
          held = ''
          aside(`${event.reason}; asking again in ${Math.ceil(event.waitMs / 1000)} s`)
          break
        case 'compaction':
          aside(`made shorter: from about ${event.before} to ${event.after} tokens`)
          break
        case 'notice':
          aside(event.text)
          break
      }
    },
    /** Ends the current text, so that the next output begins on a new line. */
    endLine,
    /** The terminal echoes the keys that stopped the turn, so the line is no longer empty. */
    interrupted: (): void => {
      isLineOpen ||= isScreen
    },
  }
}

/** Sets actions apart from text. */
const INDENT = '  '

export type TurnView = ReturnType<typeof createTurnView>

/** The subject of a call: its command, path or query, else all its arguments. */
const subjectOf = (args: unknown): string => {
  if (!isRecord(args)) return String(args)
  const key = ['command', 'path', 'file_path', 'query', 'pattern', 'action', 'code'].find(
    (name) => typeof args[name] === 'string',
  )
  return key === undefined ? JSON.stringify(args) : String(args[key])
}

const messageIn = (text: string): string => {
  const [, message] = /"error"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text.slice(0, 20_000)) ?? []
  return message ?? text
}
