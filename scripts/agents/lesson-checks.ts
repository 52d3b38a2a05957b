import { type Check, check, countIn, same } from './checks.ts'
import type { LessonPlay, LessonSession } from './lesson-play.ts'

/** The lesson reaches the sessions that it was drawn for, at every moment, and no other; the ledger says how they went. */
export const checkLessons = (play: LessonPlay): Check[] => {
  const { lines, heeded, withheld, stubborn, later, ledger, isRestored } = play
  const [line = ''] = lines
  const what = line.replace('- ', '')
  const heldBy = (session: LessonSession | undefined): number[] =>
    (session?.requests ?? []).map(({ body }) => countIn(body, what))
  const afterwards = (session: LessonSession | undefined): number => countIn(session?.compacted?.body, what)
  const [lesson] = ledger.lessons
  const told = (session: LessonSession | undefined): unknown => {
    const entry = ledger.sessions.find((one) => one.session === session?.session)
    return [entry?.moment, entry?.given, entry?.repeated]
  }
  return [
    same('lessons', 'two sessions that make a mistake give one lesson', lines.length, 1),
    same('lessons', 'a session that is given it is told once, at its start', heldBy(heeded), [1, 1]),
    same('lessons', 'a session that is denied it is told at no moment', heldBy(withheld), [0, 0, 0]),
    same('lessons', 'a session that makes the mistake all the same is told again', heldBy(stubborn), [1, 2, 2]),
    ...(stubborn?.compacted === undefined || withheld?.compacted === undefined
      ? []
      : [
          same('lessons', 'after a compaction it is told once', afterwards(stubborn), 1),
          same('lessons', 'after a compaction it is still denied', afterwards(withheld), 0),
          same('lessons', 'the compaction took the mistake out', countIn(stubborn.compacted.body, COMPLAINT), 0),
        ]),
    same('lessons', 'the ledger has the session that did as told', told(heeded), ['start', true, false]),
    same('lessons', 'the ledger has the session that was denied it', told(withheld), ['start', false, true]),
    same('lessons', 'the ledger has the session that did not listen', told(stubborn), ['start', true, true]),
    same(
      'lessons',
      'the ledger counts every session that came back',
      [(lesson?.given.sessions ?? 0) + (lesson?.withheld.sessions ?? 0), lesson?.pending],
      [later, 0],
    ),
    check('undo', '`install --undo` restored the settings after lessons were given', isRestored, ''),
  ]
}

/** What npm answers to the mistake. */
const COMPLAINT = 'Missing script:'
