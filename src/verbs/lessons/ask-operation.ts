import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { Arm } from '../../schema/arm.ts'
import type { GivenLessons } from './given-shape.ts'
import { START_TOKENS } from '../../schema/ready.ts'
import type { ReadyLesson } from '../../schema/ready-lesson.ts'
import { createProjectFinder } from '../../sources/project.ts'
import type { Connection } from '../../store/connection.ts'
import { deliveryOf, projectHere } from '../../store/templates/delivery.ts'
import { sourceOfKey, UNNAMED, withheldSince } from '../../store/lessons/draw.ts'
import { readyLessons } from '../../store/lessons/ready.ts'
import { listPlaces } from '../../store/facts/project.ts'
import type { Occasion } from '../hook/occasion-operation.ts'
import { giveLessons, startText, toldLessons } from '../hook/deliver-lessons-operation.ts'
import { findPlace } from '../project/find-operation.ts'

export type { GivenLessons } from './given-shape.ts'

export interface LessonsWanted {
  /** A directory, or the name of a project as `warmstart project` lists it. */
  project: string
  /** The task: lessons that fit its words are given beside those of the start. */
  task?: string | undefined
  /** The default is 250. */
  maxTokens?: number | undefined
  /** The agent's own id of the session. Without it nothing is drawn, and the answer counts in no figure. */
  sessionKey?: string | undefined
  /** `cold` and `off`: nothing is given; `warm`: nothing is withheld. */
  arm?: Arm | 'off' | undefined
  /** A later answer is neither given nor written to the ledger. */
  timeoutMs?: number | undefined
}

type AskingApp = Pick<App, 'now' | 'owner' | 'machine' | 'place'>

/** More tokens are too many for the start of a session. */
const MOST_TOKENS = 2_000
/** Clients wait no longer. A later answer is neither given nor written to the ledger. */
const LONGEST_MS = 9_000
/** A session that began longer ago counts as over. */
const LIVE_MS = 12 * 60 * 60 * 1000

/**
 * Gives a project's lessons to a session that asks for them. The ledger holds the given and the withheld lessons
 * before this returns. The same session gets the same lines again, and those that a further task brings.
 */
export const askLessons = async (
  app: AskingApp,
  store: Connection,
  { project: given, task, maxTokens = START_TOKENS, sessionKey, arm, timeoutMs = LONGEST_MS }: LessonsWanted,
): Promise<GivenLessons> => {
  if (!Number.isInteger(maxTokens) || maxTokens < 1 || maxTokens > MOST_TOKENS)
    throw new AppError('usage', `lessons may have 1 to ${MOST_TOKENS} tokens, not ${maxTokens}`)
  const { project, cwd } = await placeOf(store, given)
  const nothing = { project, text: '', lessons: [], withheld: 0, sessions: 0, drawn: sessionKey !== undefined }
  if (arm === 'cold' || arm === 'off') return { ...nothing, reason: 'WARMSTART_ARM says that nothing is given' }
  const occasion = await occasionOf(app, store, { project, cwd, sessionKey, arm, timeoutMs, mostTokens: maxTokens })
  const ready = await activeLessons(store, occasion, { project, isNamed: sessionKey !== undefined })
  if (ready.length === 0) return { ...nothing, reason: NONE_ACTIVE }
  await giveLessons(store, occasion, { isStart: true, message: task, ready })
  const { lessons, withheld, text, sessions } = await toldLessons(store, occasion, ready)
  return {
    ...nothing,
    text,
    lessons: lessons.map(({ id, kind, text: sentence }) => ({ id, kind, text: sentence })),
    withheld,
    sessions,
    reason: lessons.length > 0 ? null : withheld > 0 ? WITHHELD : NONE_FITS,
  }
}

/** The text that a session without a key would get at its start. Draws and writes nothing. */
export const previewLessons = async (
  app: AskingApp,
  store: Connection,
  { project: given, maxTokens = START_TOKENS }: Pick<LessonsWanted, 'project' | 'maxTokens'>,
): Promise<string> => {
  const { project, cwd } = await placeOf(store, given).catch((error: unknown): Place => {
    if (isUnknownProject(error)) return { project: given, cwd: undefined }
    throw error
  })
  const wanted = { project, cwd, sessionKey: undefined, arm: undefined, timeoutMs: LONGEST_MS, mostTokens: maxTokens }
  const occasion = await occasionOf(app, store, wanted)
  const ready = await activeLessons(store, occasion, { project, isNamed: false })
  return ready.length === 0 ? '' : startText(store, occasion, ready)
}

const NONE_ACTIVE = 'no lesson of this project is in use; `warmstart lessons` lists what was found'
const WITHHELD = 'what fits is withheld from this session, to learn whether it helps'
const NONE_FITS = 'no lesson of this project fits'

/** Whether the name fits no project here, or several. A template from elsewhere may hold only the name of a folder. */
export const isUnknownProject = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'no-such-project' || error.code === 'ambiguous')

interface Place {
  project: string
  cwd: string | undefined
}

/** A path is used as it is. A name is looked up among the projects of the store, and then no working tree is read. */
const placeOf = async (store: Connection, given: string): Promise<Place> => {
  if (isAbsolute(given))
    return { project: (await projectHere(store, createProjectFinder()(given, undefined))) ?? given, cwd: given }
  const found = findPlace(await listPlaces(store), given, process.cwd())
  if (found instanceof AppError) throw found
  return { project: found.project, cwd: undefined }
}

const occasionOf = async (
  { owner, machine, place, now }: AskingApp,
  store: Connection,
  {
    sessionKey,
    arm,
    timeoutMs,
    ...where
  }: Pick<LessonsWanted, 'sessionKey'> & {
    project: string
    cwd: string | undefined
    mostTokens: number
    timeoutMs: number
    arm: Arm | undefined
  },
): Promise<Occasion> => {
  const key = sessionKey ?? `${UNNAMED}${randomUUID()}`
  const source = await sourceOfKey(store, owner, key)
  const session = { owner, source, sessionKey: key }
  const until = performance.now() + timeoutMs
  return {
    ...where,
    owner,
    source,
    machine,
    now: now(),
    session,
    known: await deliveryOf(store, session),
    // A session without a key cannot be found again, so no arm is drawn for it.
    arm: sessionKey === undefined ? 'warm' : arm,
    env: place.env,
    mostBytes: Number.POSITIVE_INFINITY,
    isNear: (marginMs) => performance.now() + marginMs >= until,
  }
}

/**
 * The lessons that this asker may get. An asker without a session key may be a session from which a lesson is
 * withheld, so it gets no lesson that is withheld from a session that may still run.
 */
const activeLessons = async (
  store: Connection,
  { owner, session, machine, now }: Occasion,
  { project, isNamed }: { project: string; isNamed: boolean },
): Promise<ReadyLesson[]> => {
  const ready = await readyLessons(store, { owner, repository: project, agent: session.source, machine, now })
  if (isNamed || ready.length === 0) return ready
  const withheld = await withheldSince(store, owner, now - LIVE_MS)
  return ready.filter(({ id }) => !withheld.has(id))
}
