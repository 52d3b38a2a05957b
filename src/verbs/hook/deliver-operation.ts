import { createProjectFinder } from '../../sources/project.ts'
import type { ReadyLesson } from '../../schema/ready-lesson.ts'
import type { Connection } from '../../store/connection.ts'
import {
  claimDelivery,
  deliveryOf,
  forgetDeliveries,
  hasReadySeed,
  projectHere,
  settleDelivery,
  hasLiveExperiment,
} from '../../store/templates/delivery.ts'
import { readyLessons } from '../../store/lessons/ready.ts'
import type { Circumstances, Delivered, Moment, Occasion } from './occasion-operation.ts'

/** Agents delete a session that its user has not resumed for this long. */
const REMEMBERED_MS = 60 * 24 * 60 * 60 * 1000

/**
 * Decides what a session gets at a moment: lessons at its start and at messages that they fit, one seed in all, both
 * again after a compaction, and a few hints after failed calls. The ledger entry is written in the same transaction;
 * if it cannot be written, the session gets nothing.
 */
export const deliver = async (store: Connection, moment: Moment, circumstances: Circumstances): Promise<Delivered> => {
  const { owner, source, now } = circumstances
  if (moment.kind === 'end') await forgetDeliveries(store, owner, now - REMEMBERED_MS)
  if (moment.kind === 'pause' || moment.kind === 'end') return {}
  const session = { owner, source, sessionKey: moment.sessionKey }
  const known = await deliveryOf(store, session)
  const project = await projectHere(store, createProjectFinder()(moment.cwd, undefined))
  const occasion = { ...circumstances, session, known, project, cwd: moment.cwd, model: moment.model }
  if (circumstances.arm === undefined && (await hasLiveExperiment(store, owner, project))) {
    const { deliverInExperiment } = await import('./deliver-live-operation.ts')
    return deliverInExperiment(store, occasion, moment)
  }
  switch (moment.kind) {
    case 'start':
      return moment.isCleared === true && !(await isNew(store, occasion))
        ? giveAgain(store, occasion)
        : giveFirst(store, occasion, undefined)
    case 'prompt':
      return giveFirst(store, occasion, moment.text)
    case 'resume':
      // The conversation began without us or already holds its seed, so this is not a start, unless our earlier hooks
      // came too late.
      if (known === undefined && !isOwed(occasion))
        await claimDelivery(store, session, { at: now, promptedAt: now, isResumed: true })
      return {}
    case 'compaction':
      return giveAgain(store, occasion)
    case 'failed-call': {
      const { giveHint } = await import('./deliver-hint-operation.ts')
      return giveHint(store, occasion, { failed: moment, ready: await readyFor(store, occasion) })
    }
  }
}

/** Gives lessons, and the session's one seed if it has not been decided yet. */
const giveFirst = async (store: Connection, occasion: Occasion, text: string | undefined): Promise<Delivered> => {
  const isOpen = occasion.known?.isOpen ?? true
  const { delivered, tokens } = await lessonsFor(store, occasion, { isStart: isOpen, message: text })
  if (!isOpen) return delivered
  return beside(delivered, async () => {
    const { owner, session, now } = occasion
    if (!(await hasReadySeed(store, owner))) {
      if (text !== undefined) await settleDelivery(store, session, { at: now, promptedAt: now })
      return {}
    }
    const { giveSeed } = await import('./deliver-seed-operation.ts')
    return giveSeed(store, occasion, { text, lessons: { text: delivered.text, tokens } })
  })
}

/** If there are no lessons, most of the code that gives them is not loaded. */
const lessonsFor = async (
  store: Connection,
  occasion: Occasion,
  moment: { isStart: boolean; message: string | undefined },
): Promise<{ delivered: Delivered; tokens: number }> => {
  const ready = await readyFor(store, occasion)
  if (ready.length === 0) return { delivered: {}, tokens: 0 }
  const { giveLessons } = await import('./deliver-lessons-operation.ts')
  return giveLessons(store, occasion, { ...moment, ready })
}

/** The lessons that the owner accepted for this place, not yet checked against its working tree. */
const readyFor = async (
  store: Connection,
  { owner, session, project, machine, now, arm }: Occasion,
): Promise<ReadyLesson[]> =>
  project === undefined || arm === 'cold'
    ? []
    : readyLessons(store, { owner, repository: project, agent: session.source, machine, now })

/**
 * Gives again what a compaction removed from the conversation, and what the session missed because our hook was late.
 */
const giveAgain = async (store: Connection, occasion: Occasion): Promise<Delivered> => {
  if (await isNew(store, occasion)) return isOwed(occasion) ? giveFirst(store, occasion, undefined) : {}
  const { known, arm } = occasion
  const ready = await readyFor(store, occasion)
  const lessons =
    ready.length === 0
      ? {}
      : await (await import('./deliver-lessons-operation.ts')).giveLessonsAgain(store, occasion, ready)
  const seed = known?.seed
  if (seed === undefined || known?.arm !== 'warm' || arm === 'cold') return lessons
  return beside(lessons, async () => {
    const { giveSeedAgain } = await import('./deliver-seed-operation.ts')
    return giveSeedAgain(store, occasion, seed)
  })
}

/** Whether the session has neither got nor been denied anything so far. */
const isNew = async (store: Connection, { known, session }: Occasion): Promise<boolean> => {
  if (known !== undefined && !known.isOpen) return false
  const { drawsOf } = await import('../../store/lessons/draw.ts')
  return (await drawsOf(store, session)).length === 0
}

/** Joins both texts. Lessons that stand in the ledger are given even if the rest fails. */
const beside = async (lessons: Delivered, more: () => Promise<Delivered>): Promise<Delivered> => {
  if (lessons.text === undefined) return { ...lessons, ...(await more()) }
  const { text, ...seed } = await more().catch((): Delivered => ({}))
  return { ...lessons, ...seed, text: text === undefined ? lessons.text : `${lessons.text}\n\n${text}` }
}

/** Every hook so far came too late, so the session may still get its one dose. */
const isOwed = ({ known, wasLate }: Occasion): boolean => (known?.isOpen ?? true) && wasLate?.() === true
