import type { LessonCall, LessonComplaint, LessonSession } from '../../src/lesson/facts.ts'
import { mineLessons } from '../../src/lesson/mine.ts'
import { readToolFacts } from '../../src/outcome/tool-facts.ts'
import type { Lesson } from '../../src/schema/lesson.ts'

/** A made-up call: what it was given, and what it complains about if it failed. */
export type MadeCall = Partial<Omit<LessonCall, 'complaints'>> & { complaints?: Partial<LessonComplaint>[] }

export interface MadeConversation extends Partial<LessonSession> {
  id: string
  calls: readonly MadeCall[]
}

export const ROOT = '/home/sam/shop'
export const DAY_MS = 24 * 3_600_000
/** The first session of a history begins here, each later one a day after. */
export const FIRST_DAY = Date.UTC(2026, 2, 1)

/** A shell command that worked. */
export const ran = (command: string, more: MadeCall = {}): MadeCall => ({ tool: 'Bash', command, ...more })

/** A shell command that failed with these complaints. */
export const broke = (command: string, ...complaints: Partial<LessonComplaint>[]): MadeCall => ({
  tool: 'Bash',
  command,
  outcome: 'error',
  cause: 'agent',
  complaints,
})

/** A file tool that worked, or that found no file. */
export const used = (tool: string, path: string, more: MadeCall = {}): MadeCall => ({ tool, paths: [path], ...more })
export const noFile = (path: string): MadeCall =>
  used('Read', path, {
    outcome: 'error',
    cause: 'agent',
    complaints: [{ program: 'Read', code: 'missing-path', subject: path, line: 'File does not exist.' }],
  })

/** A path that a program of the shell did not find. */
export const absent = (program: string, path: string): Partial<LessonComplaint> => ({
  program,
  code: 'missing-path',
  subject: path,
  line: `${program}: ${path}: No such file or directory`,
})

/** Sessions as mining takes them: a call each minute. */
export const factsOf = (made: readonly MadeConversation[]) => {
  const conversations = made.map(({ calls, ...given }, day) => {
    const startedAt = given.startedAt ?? FIRST_DAY + day * DAY_MS
    const session: LessonSession = {
      family: given.id,
      owner: 'sam',
      agent: 'an-agent',
      machine: 'desk',
      repository: 'shop',
      root: ROOT,
      cwd: ROOT,
      ...given,
      startedAt,
    }
    return { session, calls: calls.map((call, index) => madeCall(call, session, index)) }
  })
  return { repository: 'shop', conversations, sessions: conversations.map(({ session }) => session) }
}

const madeCall = ({ complaints = [], ...given }: MadeCall, session: LessonSession, index: number): LessonCall => ({
  id: `${session.id}-${index}`,
  at: (session.startedAt ?? 0) + index * 60_000,
  tool: 'Bash',
  family: readToolFacts(given.tool ?? 'Bash').family,
  command: undefined,
  paths: [],
  pattern: undefined,
  isWhole: true,
  outcome: 'ok',
  cause: undefined,
  masked: false,
  timedOut: false,
  cwd: session.cwd,
  durationMs: undefined,
  ...given,
  complaints: complaints.map((one) => ({ program: '', code: '', subject: '', line: '', place: '', ...one })),
})

/** The lessons of made-up sessions. */
export const lessonsOf = (made: readonly MadeConversation[]): Lesson[] => mineLessons(factsOf(made))

export const textsOf = (made: readonly MadeConversation[]): string[] => lessonsOf(made).map(({ text }) => text)

/** The same calls in several sessions. */
export const inSessions = (
  count: number,
  calls: readonly MadeCall[],
  more: Partial<LessonSession> = {},
): MadeConversation[] => Array.from({ length: count }, (_, index) => ({ id: `s${index}`, calls, ...more }))
