import type { PackLessons } from '../schema/pack.ts'
import { canonicalJson } from './canonical.ts'
import { isCertificateWhole } from './certificate.ts'
import { count, fields, listOf, nullable, number, oneOf, optional, text } from './check.ts'
import { pick } from './fields.ts'

/** What a certificate of an experiment has. */
export const CERTIFICATE_FIELDS = fields({
  design: oneOf('paired', 'live', 'reversal', 'observational'),
  metric: text,
  arm: text,
  against: text,
  n: count,
  estimate: nullable(number),
  low: nullable(number),
  high: nullable(number),
  verdict: oneOf('helps', 'hurts', 'no-practical-difference', 'not-enough-data'),
  model: nullable(text),
  date: nullable(text),
  declaration: text,
  data: text,
  hash: text,
})

const arm = fields({ sessions: count, repeated: count })
const effect = nullable(
  fields({
    given: arm,
    withheld: arm,
    prevented: nullable(fields({ estimate: nullable(number), low: nullable(number), high: number })),
    verdict: oneOf('prevents', 'causes', 'does-little', 'not-settled'),
  }),
)

/** What the lessons of a pack have. Whether they may be said is another question: `lesson/packed.ts` asks it. */
export const LESSON_FIELDS = fields({
  project: text,
  lessons: listOf(
    fields({
      kind: oneOf('missing', 'too-large', 'check', 'command', 'masked', 'place'),
      trigger: fields({ code: text, program: text, subject: text }),
      remedy: nullable(fields({ kind: oneOf('path', 'command', 'advice'), text, sessions: count })),
      support: fields({ sessions: count, of: count, times: count, calls: count, lastDay: nullable(text) }),
      effect,
    }),
  ),
  effect,
  certificate: optional(CERTIFICATE_FIELDS),
})

/** A pack with more lessons than this would not be read through by its user. */
const MOST_LESSONS = 500

/** What is wrong with the lessons of a pack whose fields are of the right kinds. */
export const lessonsProblem = (lessons: PackLessons): string | undefined => {
  if (lessons.lessons.length === 0) return 'there is no lesson in it'
  if (lessons.lessons.length > MOST_LESSONS) return `it holds more than ${MOST_LESSONS} lessons`
  if (canonicalJson(shapedLessons(lessons)) !== canonicalJson(lessons))
    return 'a lesson in it has a field that packs do not have'
  if (lessons.certificate !== undefined && !isCertificateWhole(lessons.certificate))
    return 'the certificate of its lessons is not what its hash stands for'
  return undefined
}

const shapedEffect = (given: PackLessons['effect']): PackLessons['effect'] =>
  given && {
    ...pick(given, ['verdict']),
    given: pick(given.given, ['sessions', 'repeated']),
    withheld: pick(given.withheld, ['sessions', 'repeated']),
    prevented: given.prevented && pick(given.prevented, ['estimate', 'low', 'high']),
  }

const shapedLessons = (lessons: PackLessons): PackLessons => ({
  project: lessons.project,
  effect: shapedEffect(lessons.effect),
  lessons: lessons.lessons.map((lesson) => ({
    kind: lesson.kind,
    trigger: pick(lesson.trigger, ['code', 'program', 'subject']),
    remedy: lesson.remedy && pick(lesson.remedy, ['kind', 'text', 'sessions']),
    support: pick(lesson.support, ['sessions', 'of', 'times', 'calls', 'lastDay']),
    effect: shapedEffect(lesson.effect),
  })),
  ...(lessons.certificate === undefined ? {} : { certificate: pick(lessons.certificate, CERTIFICATE) }),
})

const CERTIFICATE = [
  'design',
  'metric',
  'arm',
  'against',
  'n',
  'estimate',
  'low',
  'high',
  'verdict',
  'model',
  'date',
  'declaration',
  'data',
  'hash',
] as const
