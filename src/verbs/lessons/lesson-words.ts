import { toPlainLine } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import type { LessonListing } from './operation.ts'

/** What a kind of lesson is about, in a few words. */
export const KIND_WORDS: Record<LessonListing['kind'], string> = {
  missing: 'sessions ask for something that does not exist',
  'too-large': 'sessions read a file that is too large',
  check: 'a linter, compiler or formatter complains',
  command: 'the project has a command of its own',
  masked: 'a pipe hides that a check failed',
  environment: 'this machine or agent refuses something',
  rule: 'a person said this in several sessions',
  place: 'sessions search for this place',
}

export const STATE_WORDS: Record<LessonListing['state'], string> = {
  candidate: 'waits for your word',
  active: 'given to new sessions by hooks',
  written: 'written into an instruction file',
  stale: 'out of date, not given',
  refused: 'refused, never given to your sessions',
}

/** How many sessions a lesson rests on, and what the mistake cost. */
export const supportText = ({ kind, support }: Pick<LessonListing, 'kind' | 'support'>): string => {
  const { sessions, of, times, runs, calls, lastAt } = support
  const last = lastAt === null ? '' : `, last on ${lastAt.slice(0, 10)}`
  if (kind === 'rule') return `said in ${grouped(sessions)} of ${counted(of, 'session')}${last}`
  const often = runs === null ? counted(times, 'time') : `${grouped(times)} of ${counted(runs, 'run')}`
  const cost = calls === 0 ? '' : `; ${counted(calls, 'call')} spent`
  return `${grouped(sessions)} of ${counted(of, 'session')}, ${often}${last}${cost}`
}

/** Whether and how the lesson was checked. */
export const checkedText = ({ checked }: Pick<LessonListing, 'checked'>): string => {
  if (checked.holds === null) return toPlainLine(checked.how)
  const when = checked.at === null ? '' : ` on ${checked.at.slice(0, 10)}`
  return `${checked.holds ? 'true' : 'no longer true'}${when}: ${toPlainLine(checked.how)}`
}

/** Where the project's own files tell the lesson, and whether that helps. */
export const toldText = ({ file, line, since, of }: NonNullable<LessonListing['told']>): string => {
  const says = `${toPlainLine(file)} line ${grouped(line)} says this`
  if (since > 0) return `${says}, and ${grouped(since)} of ${counted(of, 'session')} since then did it anyway.`
  return of === 0 ? `${says}.` : `${says}, and none of ${counted(of, 'session')} since then did it.`
}

/** Who sent a lesson of a pack, and the effect that the sender states; null for lessons from own sessions. */
export const originText = ({ origin }: Pick<LessonListing, 'origin'>): string | null => {
  if (origin === null) return null
  const { effect } = origin
  const measured =
    effect === null
      ? 'not measured there'
      : `there ${grouped(effect.given.repeated)} of ${counted(effect.given.sessions, 'session')} with it made the mistake, ${grouped(effect.withheld.repeated)} of ${grouped(effect.withheld.sessions)} without: ${effect.verdict}`
  return `${toPlainLine(origin.sender)}; ${measured}`
}

/** What worked instead, and how many sessions found it. */
export const remedyText = ({ remedy }: Pick<LessonListing, 'remedy'>): string | null => {
  if (remedy === null) return null
  const found = remedy.sessions === 0 ? '' : ` (found by ${counted(remedy.sessions, 'session')})`
  return `${toPlainLine(remedy.text)}${found}`
}
