import { readToolFacts, type ToolFamily } from '../outcome/tool-facts.ts'
import type { ProfileCall } from '../schema/tally.ts'

/** Whether a call runs a command line. Then the name of its tool says little. */
export const isShell = (call: Pick<ProfileCall, 'tool' | 'kind'>): boolean => familyOf(call) === 'shell'

/** Tools that talk to a running command. Their arguments are no command line. */
const TALKERS = /^(?:write|read)_/

export const familyOf = ({ tool, kind }: Pick<ProfileCall, 'tool' | 'kind'>): ToolFamily => {
  const { family } = readToolFacts(tool)
  if (family === 'shell') {
    // A tool with the same name can take code instead of a command. The call's kind was decided with its arguments.
    if (kind === 'code') return 'script'
    return TALKERS.test(tool) ? 'process' : 'shell'
  }
  return family === 'other' && kind === 'terminal' ? 'shell' : family
}
