import { counted, grouped } from '../../lib/number-text.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

/** An outcome in its colour; the word stands for itself where there is none. */
export const outcomeMark = (
  call: { outcome: string; masked: boolean },
  { colors }: Pick<Terminal, 'colors'>,
): string => {
  if (call.outcome === 'error') return colors.red('error')
  if (call.outcome === 'unknown') return colors.yellow('unknown')
  return call.masked ? colors.yellow('ok (masked)') : colors.green('ok')
}

/** How many of the known outcomes rest on nothing but what the result says. */
export const textAloneText = (textAlone: number, outcomes: { ok: number; error: number }): string => {
  const known = outcomes.ok + outcomes.error
  return `${grouped(textAlone)} of ${counted(known, 'known outcome')} rest${textAlone === 1 ? 's' : ''} on the text of the result alone`
}
