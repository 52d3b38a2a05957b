import { basename } from 'node:path'
import type { App } from '../../app.ts'
import { analyse } from '../../experiment/analyse.ts'
import { hashOfGiven } from '../../experiment/declaration-hash.ts'
import { AppError } from '../../lib/error.ts'
import { packLesson } from '../../lesson/packed.ts'
import { type DrawOutcome, estimateEffects, type LessonEffects } from '../../lesson/proof/effects.ts'
import { selectOutcomes } from '../../lesson/proof/outcomes.ts'
import type { LessonEffect, PackLesson, PackLessons } from '../../schema/pack.ts'
import type { Connection } from '../../store/connection.ts'
import { endedExperiments } from '../../store/experiments/tested-template.ts'
import { settledOutcomes } from '../../store/lessons/settle.ts'
import { canonicalJson } from '../../template/canonical.ts'
import { packText } from '../../template/pack.ts'
import { textsIn } from '../../template/pack-gate.ts'
import { readPack } from '../../template/pack-read.ts'
import { createRedactor } from '../../template/redact.ts'
import { readTrials } from '../../experiment/run-read-trials.ts'
import { ownKeyOrNew, signingKeyPath } from '../keys/files-operation.ts'
import { previewLessons } from '../lessons/ask-operation.ts'
import type { LessonsExported } from './lessons-shape.ts'
import { readyLessons, type StandingLesson } from '../lessons/ready-operation.ts'

export type { LessonsExported } from './lessons-shape.ts'

export interface LessonsExport extends Omit<LessonsExported, 'path'> {
  /** The exact bytes of the pack. */
  text: string
}

/**
 * Makes a pack of a project's lessons in use for another installation, with their effect by the ledger and experiments
 * here. Rules are a person's own words, and lessons of the machine hold only here: both stay.
 */
export const exportLessons = async (
  app: App,
  store: Connection,
  { project, sign }: { project: string; sign: boolean },
): Promise<LessonsExport> => {
  const { lessons } = await readyLessons(app, store, project)
  const outcomes = selectOutcomes(await settledOutcomes(store))
  const effects = estimateEffects(outcomes)
  const used = lessons.filter(({ state }) => state === 'active' || state === 'written')
  const leaving = used.flatMap((standing) => leavingLesson(standing, effects))
  if (leaving.length === 0)
    throw new AppError('nothing-left', `no lesson of ${project} that is in use can leave`, {
      hint: '`warmstart lessons accept --all` takes the lessons of a project into use; rules and lessons of the machine stay here',
    })
  const packed: PackLessons = {
    project: basename(project),
    lessons: leaving.map(({ packed: each }) => each),
    effect: pooledEffect(outcomes, new Set(leaving.map(({ id }) => id))),
    ...(await certificateOf(app, store, project)),
  }
  await requireClean(app, packed)
  const key = sign ? ownKeyOrNew(app) : undefined
  const { text, sha256 } = packText([], key?.key, packed)
  // Reads the pack as a receiver does: a pack that we would refuse must not leave.
  readPack(text)
  return {
    text,
    bytes: Buffer.byteLength(text),
    sha256,
    key:
      key === undefined
        ? null
        : {
            fingerprint: key.key.fingerprint,
            publicKey: key.key.publicKey,
            path: signingKeyPath(app),
            isNew: key.isNew,
          },
    project: packed.project,
    lessons: leaving.map(({ sentence, packed: each }) => ({ text: sentence, effect: each.effect })),
    stayed: { inUse: used.length - leaving.length, notInUse: lessons.length - used.length },
    effect: packed.effect,
    certificate: packed.certificate ?? null,
  }
}

interface Leaving {
  id: string
  sentence: string
  packed: PackLesson
}

/** Leaves out a lesson that came in a pack: only its sender passes it on. */
const leavingLesson = ({ lesson }: StandingLesson, { lessons }: LessonEffects): Leaving[] => {
  if (lesson.origin !== undefined || lesson.scope.repository === null) return []
  const effect = lessons.find(({ lessonId }) => lessonId === lesson.id)
  const packed = packLesson(lesson, effect === undefined ? null : stated(effect))
  return packed === undefined ? [] : [{ id: lesson.id, sentence: lesson.text, packed }]
}

const stated = ({ given, withheld, prevented, verdict }: LessonEffects['all']): LessonEffect => ({
  given,
  withheld,
  prevented: prevented === null ? null : { estimate: prevented.estimate, low: prevented.low, high: prevented.high },
  verdict,
})

const pooledEffect = (outcomes: readonly DrawOutcome[], ids: ReadonlySet<string>): LessonEffect | null => {
  const own = outcomes.filter(({ lessonId }) => ids.has(lessonId))
  return own.length === 0 ? null : stated(estimateEffects(own).all)
}

/** The result of the newest finished experiment that compared the exact text of these lessons with nothing. */
const certificateOf = async (
  app: App,
  store: Connection,
  project: string,
): Promise<Pick<PackLessons, 'certificate'>> => {
  const text = await previewLessons(app, store, { project })
  if (text === '') return {}
  const given = hashOfGiven({ text, history: null })
  const tested = (await endedExperiments(store, app.owner)).find(({ declaration: { design, arms } }) => {
    const [first, second] = arms
    return design !== 'observational' && first?.treatment.kind === 'cold' && second?.given === given
  })
  if (tested === undefined) return {}
  return { certificate: analyse(tested.declaration, await readTrials(store, tested)).certificate }
}

/**
 * Refuses a pack that holds anything that must not leave the machine. Nothing is replaced: a person has to look at it.
 */
const requireClean = async (app: App, { lessons, project, certificate }: PackLessons): Promise<void> => {
  const { env, home } = app.place
  const redactor = createRedactor({ env, home, userName: app.owner, hostName: app.machine })
  const pieces = [
    ...lessons.map(({ trigger, remedy }): [string, unknown] => [
      `the lesson about ${trigger.subject === '' ? trigger.code : trigger.subject}`,
      { trigger, remedy },
    ]),
    ['the name of the project', project] as [string, unknown],
    ['the certificate', { arm: certificate?.arm, against: certificate?.against, model: certificate?.model }] as [
      string,
      unknown,
    ],
  ]
  for (const [piece, value] of pieces)
    for (const text of new Set([...textsIn(value), canonicalJson(value)])) {
      const [first] = await redactor.remaining(text)
      if (first !== undefined)
        throw new AppError(
          'export-refused',
          `nothing was exported: ${piece} holds what must not leave (${first.kind})`,
          {
            hint: '`warmstart lessons` lists them; `warmstart lessons refuse ID` leaves one out',
          },
        )
    }
}
