import { readToolFacts } from '../outcome/tool-facts.ts'
import type { ProfileCall } from '../schema/tally.ts'
import { isShell } from './is-shell.ts'

/** Whether the tool alone says what the call does: reads, edits, searches, web, other agents, code. */
export const isPlainTool = (call: Pick<ProfileCall, 'tool' | 'kind'>): boolean => {
  if (isShell(call)) return false
  const { family } = readToolFacts(call.tool)
  return family !== 'other' || call.kind === 'research' || call.kind === 'file'
}
