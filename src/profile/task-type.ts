import { taskKind } from '../outcome/task-kind.ts'
import type { ProfileCall, TaskType } from '../schema/tally.ts'

/** A kind of work with more than this share of the calls gives a session its type. */
const SHARE = 0.6

/** Code, file or research if more than 60 % of the calls are such work, else mixed; undefined without calls. */
export const taskTypeOf = (calls: readonly Pick<ProfileCall, 'tool' | 'subject'>[]): TaskType | undefined => {
  if (calls.length === 0) return undefined
  const counts = { code: 0, file: 0, research: 0 }
  for (const call of calls) {
    const kind = kindOf(call)
    if (kind === 'code' || kind === 'file' || kind === 'research') counts[kind]++
  }
  for (const type of ['code', 'file', 'research'] as const) if (counts[type] > SHARE * calls.length) return type
  return 'mixed'
}

const remembered = new Map<string, string>()
const MOST_REMEMBERED = 5_000

/** A shell call takes the kind of its program. Commands repeat, so the answer is cached. */
const kindOf = ({ tool, subject }: Pick<ProfileCall, 'tool' | 'subject'>): string => {
  const key = `${tool}\u0001${subject}`
  let kind = remembered.get(key)
  if (kind === undefined) {
    kind = taskKind(tool, { command: subject })
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(key, kind)
  }
  return kind
}
