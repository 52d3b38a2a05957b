import { judgeCall } from '../outcome/judge.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import type { Lesson } from '../schema/lesson.ts'
import { callDirectory } from '../sources/pair/call-directory.ts'
import { callSubject } from '../sources/pair/call-subject.ts'
import { familyOf } from '../profile/is-shell.ts'
import { findMistakes } from './gather.ts'
import { readCall } from './read-facts.ts'
import { mistakeKey } from './sighting.ts'

/** A call of a live session that failed or may have failed. */
export interface LiveFailure {
  tool: string
  args: unknown
  /** What the call printed. */
  message: string
  /** Whether the agent reports that the call failed; if not, the printed text decides. */
  isKnownFailed: boolean
  cwd: string | undefined
  /** The working tree of the session. */
  root: string | undefined
}

/**
 * The lessons, in the order given, whose mistake this call made. The rules that find the mistake are those of mining.
 */
export const lessonsAgainst = <Item extends Pick<Lesson, 'kind' | 'trigger'>>(
  failure: LiveFailure,
  lessons: readonly Item[],
): Item[] => {
  const { tool, args, message, isKnownFailed, cwd, root } = failure
  const flag = isKnownFailed ? ({ flag: 'error' } as const) : {}
  const { verdict, complaints } = judgeCall({ tool, args, result: message, ...flag })
  const { kind } = readToolFacts(tool, args)
  const call = readCall({
    id: '',
    session: '',
    agent: null,
    position: 0,
    turn: 0,
    at: null,
    resultAt: null,
    tool,
    kind,
    subject: callSubject(args),
    args: typeof args === 'string' ? args : (JSON.stringify(args) ?? null),
    isCut: false,
    outcome: verdict.outcome,
    cause: verdict.cause ?? null,
    evidence: verdict.evidence,
    maskedBy: verdict.masked ? '' : null,
    cwd: callDirectory(args, familyOf({ tool, kind }) === 'shell', cwd) ?? null,
    complaints: complaints.map((complaint) => ({ ...complaint, key: '' })),
  })
  const session = {
    id: '',
    family: '',
    owner: '',
    agent: '',
    machine: '',
    repository: '',
    root,
    cwd,
    startedAt: undefined,
  }
  const keys = new Set(
    findMistakes(call, session).flatMap((mistake) => [
      mistakeKey(mistake),
      // A relative path may be meant from the root of the repository.
      ...(mistake.rest === undefined
        ? []
        : [mistakeKey({ ...mistake, trigger: { ...mistake.trigger, subject: mistake.rest } })]),
    ]),
  )
  return lessons.filter((lesson) => keys.has(mistakeKey(lesson)))
}
