import * as v from 'valibot'
import { described, describedObject } from './described.ts'
import { Certificate } from './listing/experiment-report.ts'
import { Reason } from './listing/rate.ts'
import { Convention, Pattern, Recovery, Template } from './listing/template.ts'
import { Count, Finite } from './listing/words.ts'

const { workflows, userPatterns, contextMarkers, toolRates, redactions, leftOut, metrics, scope } = Template.entries

/** What the ledger of the sender says of a template: a claim of the sender, as measured there. */
export const Effect = v.object({
  design: described(v.string(), 'how it was measured'),
  verdict: v.picklist(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
  measure: described(v.string(), 'what was measured'),
  estimate: described(Finite, 'warm minus cold'),
  low: described(Finite, 'lower end of the 95 % interval'),
  high: described(Finite, 'upper end of the 95 % interval'),
  warm: described(Count, 'sessions that were given it and of which it is known how they went'),
  cold: described(Count, 'the same of sessions that were held back, for comparison'),
  model: described(v.nullable(v.string()), 'null: not told apart by model'),
  until: described(v.string(), 'the day of the newest use that it rests on'),
})

/** A template as it travels: what it teaches and what is known of it, without anything that tells whose it was. */
export const PackTemplate = v.object({
  name: v.string(),
  version: Count,
  hash: described(v.string(), 'sha256 of the canonical content, as `list` shows it'),
  description: v.string(),
  tags: v.array(v.string()),
  taskType: Template.entries.taskType,
  scope: described(v.omit(scope, ['owner']), 'project is the name of its folder'),
  patterns: v.array(v.omit(Pattern, ['evidence'])),
  workflows: v.array(v.omit(workflows.item, ['evidence'])),
  recoveries: v.array(v.omit(Recovery, ['evidence'])),
  conventions: described(
    v.array(v.omit(Convention, ['evidence', 'id', 'confirmed'])),
    'empty unless the sender asked for them',
  ),
  userPatterns: described(userPatterns, 'null unless the sender asked for them'),
  contextMarkers,
  addendum: v.string(),
  toolRates,
  redactions: described(redactions, 'what was replaced in it before it was written'),
  leftOut,
  tokens: Count,
  metrics: v.omit(metrics, ['usesBefore']),
  effect: v.nullable(Effect),
  effectReason: Reason,
  certificate: described(
    v.optional(Certificate),
    'of the newest experiment of the sender about this content; left out where there is none. Packs that hold one have format 2',
  ),
})

const DrawnArm = v.object({ sessions: Count, repeated: described(Count, 'of these, sessions that made the mistake') })

/** What the ledger of the sender says of lessons, by sessions that they were given to and withheld from at random. */
export const LessonEffect = v.object({
  given: DrawnArm,
  withheld: DrawnArm,
  prevented: described(
    v.nullable(v.object({ estimate: v.nullable(Finite), low: v.nullable(Finite), high: Finite })),
    'share of the mistakes that is prevented, with an interval that allows for looking; null: nothing was withheld',
  ),
  verdict: v.picklist(['prevents', 'causes', 'does-little', 'not-settled']),
})

/** A lesson as it travels: the mistake and what worked instead, as data. The sentence is made of our own words on arrival. */
export const PackLesson = v.object({
  kind: v.picklist(['missing', 'too-large', 'check', 'command', 'masked', 'place']),
  trigger: v.object({ code: v.string(), program: v.string(), subject: v.string() }),
  remedy: v.nullable(v.object({ kind: v.picklist(['path', 'command', 'advice']), text: v.string(), sessions: Count })),
  support: v.object({
    sessions: Count,
    of: Count,
    times: Count,
    calls: Count,
    lastDay: described(v.nullable(v.string()), 'the day on which a session of the sender last made the mistake'),
  }),
  effect: described(v.nullable(LessonEffect), 'of this lesson alone; null: it was never drawn'),
})

export const PackLessons = v.object({
  project: described(v.string(), 'the name of its folder'),
  lessons: v.array(PackLesson),
  effect: described(v.nullable(LessonEffect), 'of all lessons of this pack taken together; null: none was ever drawn'),
  certificate: described(
    v.optional(Certificate),
    'of the newest experiment of the sender about these very lessons; left out where there is none',
  ),
})

/** Written as canonical JSON (RFC 8785) with a line end behind it. */
export const Pack = describedObject('Templates, or lessons of a project, for another installation.', {
  format: v.literal('warmstart-pack'),
  formatVersion: v.union([v.literal(1), v.literal(2), v.literal(3)]),
  templates: v.array(PackTemplate),
  lessons: described(v.optional(PackLessons), 'lessons of one project. Packs that hold them have format 3'),
  sha256: described(v.string(), 'of the canonical JSON of all fields but this one and `signature`'),
  signature: described(
    v.nullable(
      v.object({
        algorithm: v.literal('ed25519'),
        fingerprint: described(v.string(), 'first 32 hex digits of the sha256 of the public key'),
        publicKey: described(v.string(), '32 bytes in base64'),
        value: described(v.string(), '64 bytes in base64: the signature of the same text that sha256 stands for'),
      }),
    ),
    'null: not signed',
  ),
})

export type Effect = v.InferOutput<typeof Effect>
export type LessonEffect = v.InferOutput<typeof LessonEffect>
export type PackLesson = v.InferOutput<typeof PackLesson>
export type PackLessons = v.InferOutput<typeof PackLessons>
export type PackTemplate = v.InferOutput<typeof PackTemplate>
export type Pack = v.InferOutput<typeof Pack>
