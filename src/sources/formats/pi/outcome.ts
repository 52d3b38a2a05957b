import type { PiOutcome, PiResult } from '../../../wire/pi-dialect.ts'

/**
 * What pi's own tools write into a failed result. The flag is complete (a command that ends with another code than 0 is
 * flagged), so only flagged results are looked at, and only their last line: output can quote anything.
 */
export const piOutcome = ({ tool, text, isError }: PiResult): PiOutcome => {
  if (!isError) return {}
  const last = lastLineOf(text)
  if (last === 'Command aborted' || last === 'Operation aborted') return { status: 'interrupted' }
  if (text === SKIPPED) return { status: 'not-run' }
  const code = tool === 'bash' ? /^Command exited with code (\d{1,10})$/.exec(last)?.[1] : undefined
  return code === undefined ? {} : { exitCode: Number(code) }
}

/** Written for the calls that were still waiting when the user sent the next message. */
const SKIPPED = 'Skipped due to queued user message.'

const lastLineOf = (text: string): string => {
  const trimmed = text.trimEnd()
  return trimmed.slice(trimmed.lastIndexOf('\n') + 1)
}
