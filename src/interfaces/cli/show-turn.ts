import type { AgentEvent } from '../../agent/turn.ts'
import { clip } from '../../lib/excerpt.ts'
import { isRecord } from '../../lib/json.ts'
import { harmless, type Terminal } from './terminal.ts'

/** Words of the model as they come, to standard output; what it does, in a line each, to standard error. */
export const createTurnView = (terminal: Terminal) => {
  let column = 0
  const { colors, width } = terminal
  const endLine = (): void => {
    if (column === 0) return
    void terminal.document('\n')
    column = 0
  }
  const aside = (text: string): void => {
    endLine()
    terminal.note(colors.dim(clip(text, width - 1, { singleLine: true })))
  }
  return {
    show: (event: AgentEvent): void => {
      switch (event.type) {
        case 'text': {
          const text = harmless(event.text)
          void terminal.document(text)
          column = text.endsWith('\n') ? 0 : 1
          break
        }
        case 'call-start':
          aside(`  ${event.tool} ${subjectOf(event.args)}`)
          break
        case 'call-end':
          if (event.isError) aside(`  ! ${event.tool}: ${messageIn(event.text)}`)
          break
        case 'retry':
          aside(`  ${event.reason}; asking again in ${Math.ceil(event.waitMs / 1000)} s`)
          break
        case 'compaction':
          aside(`  made shorter: from about ${event.before} to ${event.after} tokens`)
          break
        case 'notice':
          aside(`  ${event.text}`)
          break
      }
    },
    endLine,
  }
}

export type TurnView = ReturnType<typeof createTurnView>

/** What a call is about: its command, path or query, else all of its arguments. */
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
