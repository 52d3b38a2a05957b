import { counted, grouped } from '../../lib/number-text.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

/** Colours an outcome. Without colour, the word alone says it. */
export const outcomeMark = (
  call: { outcome: string; masked: boolean },
  { colors }: Pick<Terminal, 'colors'>,
): string => {
  if (call.outcome === 'error') return colors.red('error')
  if (call.outcome === 'unknown') return colors.yellow('unknown')
  return call.masked ? colors.yellow('ok (masked)') : colors.green('ok')
}

/** Says how many of the known outcomes rest only on the text of the result. */
export const textAloneText = (textAlone: number, outcomes: { ok: number; error: number }): string => {
  const known = outcomes.ok + outcomes.error
  return `${grouped(textAlone)} of ${counted(known, 'known outcome')} rest${textAlone === 1 ? 's' : ''} on the text of the result alone`
}
