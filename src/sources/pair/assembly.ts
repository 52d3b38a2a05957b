import type { CallFact, CompactionFact, MessageUsageFact, SessionFact, TurnFact } from '../../schema/facts.ts'
import type { ProjectPlace } from '../project.ts'

/** What pairing is told about the file whose events it gets. */
export interface Assembly {
  source: string
  callIdsRepeat: boolean
  flagIsComplete: boolean
  /** The local user; sessions may name another owner. */
  owner: string
  rank: number
  projectOf(cwd: string | undefined, root: string | undefined): ProjectPlace
}

/** What one stretch of a file came to. */
export interface Facts {
  sessions: SessionFact[]
  calls: CallFact[]
  usages: MessageUsageFact[]
  turns: TurnFact[]
  compactions: CompactionFact[]
  /** Calls that were handed out before and count no more, each with the call in its place. */
  renamed: { id: string; by: string }[]
}

export const noFacts = (): Facts => ({ sessions: [], calls: [], usages: [], turns: [], compactions: [], renamed: [] })
