import type { Terminal } from './terminal.ts'

/** An outcome in its colour; the word stands for itself where there is none. */
export const outcomeMark = (
  call: { outcome: string; masked: boolean },
  { colors }: Pick<Terminal, 'colors'>,
): string => {
  if (call.outcome === 'error') return colors.red('error')
  if (call.outcome === 'unknown') return colors.yellow('unknown')
  return call.masked ? colors.yellow('ok (masked)') : colors.green('ok')
}
