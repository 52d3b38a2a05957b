import { toolFacts, type ToolFamily } from '../outcome/tools.ts'
import type { ProfileCall } from '../schema/tally.ts'

/** Whether a call runs a command line, so that its tool alone says little. */
export const isShell = (call: Pick<ProfileCall, 'tool' | 'kind'>): boolean => familyOf(call) === 'shell'

/** They talk to a command that already runs, so their arguments are no command line. */
const TALKERS = /^(?:write|read)_/

export const familyOf = ({ tool, kind }: Pick<ProfileCall, 'tool' | 'kind'>): ToolFamily => {
  const { family } = toolFacts(tool)
  if (family === 'shell') {
    // The same name can take a program instead of a command; its kind was found with the arguments at hand.
    if (kind === 'code') return 'script'
    return TALKERS.test(tool) ? 'process' : 'shell'
  }
  return family === 'other' && kind === 'terminal' ? 'shell' : family
}
