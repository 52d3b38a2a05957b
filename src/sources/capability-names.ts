import type { Capabilities } from './source.ts'

/** What records can tell, as people call it, in the order in which it is shown. */
export const CAPABILITY_NAMES: Readonly<Record<keyof Capabilities, string>> = {
  outcomes: 'outcomes',
  exitCodes: 'exit codes',
  usage: 'tokens',
  cost: 'cost',
  compactions: 'compactions',
  subagents: 'sub-agents',
  projects: 'projects',
  systemMessages: 'system messages',
}
