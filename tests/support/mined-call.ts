import type { MinedCall } from '../../src/schema/harvest.ts'

/** A shell call that worked, as mining reads it. */
export const minedCall = (given: Partial<MinedCall>): MinedCall => ({
  id: 'a',
  sessionId: 's',
  session: 's',
  tool: 'Bash',
  kind: 'terminal',
  subject: '',
  args: { command: 'make test' },
  resultHead: '',
  resultTail: '',
  resultChars: (given.resultHead ?? '').length + (given.resultTail ?? '').length,
  outcome: 'ok',
  masked: false,
  evidence: '',
  project: undefined,
  cwd: undefined,
  at: undefined,
  ...given,
})
