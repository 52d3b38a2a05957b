import type { TurnResult } from '../../agent/turn.ts'
import type { AgentRun } from './shape.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

/** A turn as `--json` prints it. */
export const runOf = ({ session, text, steps, usage, end, error, code, hint }: TurnResult): AgentRun => ({
  session,
  result: text,
  steps,
  usage: {
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    cacheReadTokens: usage.cacheReadTokens ?? null,
    cacheWriteTokens: usage.cacheWriteTokens ?? null,
  },
  end,
  error: error === undefined ? null : { code: code ?? 'failed', message: error, hint: hint ?? null },
})

/** Prints how a turn ended. The answer itself was printed before. */
export const showTurnEnd = (terminal: Terminal, { end, steps, text, error, hint }: TurnResult): void => {
  // An earlier turn gave this answer, so this turn has not streamed it.
  if (steps === 0 && text !== '') terminal.line(text)
  if (end === 'failed') {
    showNote(terminal, `failed: ${error}`)
    if (hint !== undefined) showNote(terminal, hint, '  ')
  }
  if (end === 'step-limit') terminal.note(`stopped after ${steps} steps (--max-steps)`)
  if (end === 'token-limit') terminal.note('stopped: the turn has cost as many tokens as it may (--max-tokens)')
  if (end === 'aborted') terminal.note('stopped')
}

/** Prints a sentence to standard error: wrapped on a terminal, in one line for a file. */
export const showNote = (terminal: Terminal, text: string, indent = ''): void => {
  const lines = terminal.isInteractive ? wrap(text, terminal.width, indent) : [indent + text]
  for (const line of lines) terminal.note(line)
}
