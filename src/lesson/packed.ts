import { TOO_LARGE } from '../complaint/complaint.ts'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { Lesson, LessonOrigin } from '../schema/lesson.ts'
import type { LessonEffect, PackLesson } from '../schema/pack.ts'
import { MOST_TOKENS } from './clause.ts'
import { lessonId } from './id.ts'
import { BAD_COMMAND, SLOW_COMMAND } from './kinds/command.ts'
import { MASKS } from './kinds/masked.ts'
import { isShownRemedy } from './kinds/missing-remedy.ts'
import { isMissingCode } from './kinds/missing.ts'
import { FOUND_IN } from './kinds/place.ts'
import { isPreparation } from './kinds/preparation.ts'
import { isShownCommand } from './kinds/remedy.ts'
import { isPassing } from './repository-path.ts'
import { writeSentence } from './text.ts'
import { isSayable, isSayableProgram } from './words.ts'

/**
 * A lesson as a pack carries it, without its evidence and its sentence. Undefined if the lesson is about a person or a
 * machine, because then it must not leave.
 */
export const packLesson = (
  { kind, trigger, remedy, support }: Lesson,
  effect: LessonEffect | null,
): PackLesson | undefined => {
  if (kind === 'rule' || kind === 'environment') return undefined
  const { sessions, of, times, calls, lastAt } = support
  const lastDay = lastAt === null ? null : new Date(lastAt).toISOString().slice(0, 'yyyy-mm-dd'.length)
  const packed = { kind, trigger, remedy, support: { sessions, of, times, calls, lastDay }, effect }
  // We send only lessons that we would accept from others.
  return refusalOf(packed) === undefined ? packed : undefined
}

export interface Receiver {
  repository: string
  owner: string
  now: number
  sender: Omit<LessonOrigin, 'effect'>
}

/**
 * Turns a lesson of a pack into one of ours, or says why it is dropped. The sentence is ours. Of the sender's text
 * only triggers and remedies are used, if they have the form of their kind and pass the gate. What the sender claims
 * that it saves never ranks it before lessons of our own sessions.
 */
export const unpackLesson = (
  packed: PackLesson,
  { repository, owner, now, sender }: Receiver,
): { lesson: Lesson } | { refused: string } => {
  const refused = refusalOf(packed)
  if (refused !== undefined) return { refused }
  const { kind, trigger, remedy, effect } = packed
  const { lastDay, ...counts } = packed.support
  const day = lastDay === null ? Number.NaN : Date.parse(lastDay)
  // The sender's run counts are not facts about this repository, so they are dropped.
  const support = { ...counts, runs: null, lastAt: Number.isNaN(day) ? null : Math.min(day, now) }
  const text = writeSentence({ kind, trigger, remedy, support })
  const tokens = estimateTokens(text)
  if (tokens > MOST_TOKENS) return { refused: 'it is too long' }
  return {
    lesson: {
      id: lessonId({ kind, trigger, scope: { ...ANYWHERE, repository } }),
      kind,
      text,
      trigger,
      remedy,
      support,
      evidence: { failed: [], failedAt: [], worked: [] },
      scope: { ...ANYWHERE, repository, owner },
      checked: { at: null, holds: null, how: 'not looked at' },
      told: null,
      state: 'candidate',
      value: 0,
      tokens,
      origin: { ...sender, effect },
    },
  }
}

const ANYWHERE = { repository: null, owner: null, agent: null, machine: null }

/** The reason why a packed lesson may not be shown. A stranger can write anything into a pack. */
const refusalOf = ({ kind, trigger, remedy }: Pick<PackLesson, 'kind' | 'trigger' | 'remedy'>): string | undefined => {
  if (!TRIGGERS[kind](trigger)) return 'the mistake has not the form of its kind'
  if (remedy === null) return NEEDS_REMEDY.has(kind) ? 'it says nothing without a remedy' : undefined
  return isShownHere(remedy, { kind, trigger }) ? undefined : 'the gate does not let its remedy through'
}

const NEEDS_REMEDY: ReadonlySet<PackLesson['kind']> = new Set(['command', 'place'])

type Trigger = PackLesson['trigger']

const TRIGGERS: Record<PackLesson['kind'], (trigger: Trigger) => boolean> = {
  missing: ({ code, program, subject }) =>
    isMissingCode(code) &&
    (program === '' || isSayableProgram(program)) &&
    (subject === '' || subject === '.' || (isSayable(subject) && isInside(subject))),
  'too-large': ({ code, program, subject }) => code === TOO_LARGE && program === '' && isFile(subject),
  check: ({ code, program, subject }) =>
    isSayable(code) && isSayable(program) && (subject === '' || isSayable(subject)),
  command: ({ code, program, subject }) =>
    [BAD_COMMAND, SLOW_COMMAND].includes(code) && WORK.has(program) && isShownCommand(subject),
  masked: ({ code, program, subject }) => code === 'masked' && MASKS.has(`${program} ${subject}`),
  place: ({ code, program, subject }) => code === FOUND_IN && program === '' && /^[a-z]{4,40}$/.test(subject),
}

const WORK = new Set(['test', 'check', 'build'])

const isInside = (path: string): boolean => !/^[/~]|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/.test(path)

const isFile = (path: string): boolean => isSayable(path) && isInside(path) && !isPassing(path)

const isShownHere = (
  { kind, text }: NonNullable<PackLesson['remedy']>,
  lesson: Pick<PackLesson, 'kind' | 'trigger'>,
): boolean => {
  if (kind === 'path') return isSayable(text) && isInside(text)
  if (lesson.kind === 'command' && lesson.trigger.code === SLOW_COMMAND) return kind === 'advice' && SLOWNESS.test(text)
  if (kind === 'advice') return isPreparation(text)
  if (lesson.kind === 'place') return false
  return lesson.kind === 'missing' ? isShownRemedy(text, lesson.trigger.code) : isShownCommand(text)
}

/** The form in which we state how long a command takes. */
const SLOWNESS = /^about \d{1,4} minutes?: allow \d{1,6} s$/
