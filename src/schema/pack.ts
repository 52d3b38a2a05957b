import { z } from 'zod'
import { Certificate } from './listing/experiment-report.ts'
import { Reason } from './listing/rate.ts'
import { Convention, Pattern, Recovery, Template } from './listing/template.ts'
import { Count } from './listing/words.ts'

const { workflows, userPatterns, contextMarkers, toolRates, redactions, leftOut, metrics, scope } = Template.shape

/** What the ledger of the sender says of a template: a claim of the sender, as measured there. */
export const Effect = z.object({
  design: z.string().describe('how it was measured'),
  verdict: z.enum(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
  measure: z.string().describe('what was measured'),
  estimate: z.number().describe('warm minus cold'),
  low: z.number().describe('lower end of the 95 % interval'),
  high: z.number().describe('upper end of the 95 % interval'),
  warm: Count.describe('sessions that were given it and of which it is known how they went'),
  cold: Count.describe('the same of sessions that were held back, for comparison'),
  model: z.string().nullable().describe('null: not told apart by model'),
  until: z.string().describe('the day of the newest use that it rests on'),
})

/** A template as it travels: what it teaches and what is known of it, without anything that tells whose it was. */
export const PackTemplate = z.object({
  name: z.string(),
  version: Count,
  hash: z.string().describe('sha256 of the canonical content, as `list` shows it'),
  description: z.string(),
  tags: z.array(z.string()),
  taskType: Template.shape.taskType,
  scope: scope.omit({ owner: true }).describe('project is the name of its folder'),
  patterns: z.array(Pattern.omit({ evidence: true })),
  workflows: z.array(workflows.element.omit({ evidence: true })),
  recoveries: z.array(Recovery.omit({ evidence: true })),
  conventions: z
    .array(Convention.omit({ evidence: true, id: true, confirmed: true }))
    .describe('empty unless the sender asked for them'),
  userPatterns: userPatterns.describe('null unless the sender asked for them'),
  contextMarkers,
  addendum: z.string(),
  toolRates,
  redactions: redactions.describe('what was replaced in it before it was written'),
  leftOut,
  tokens: Count,
  metrics,
  effect: Effect.nullable(),
  effectReason: Reason,
  certificate: Certificate.optional().describe(
    'of the newest experiment of the sender about this content; left out where there is none. Packs that hold one have format 2',
  ),
})

const DrawnArm = z.object({ sessions: Count, repeated: Count.describe('of these, sessions that made the mistake') })

/** What the ledger of the sender says of lessons, by sessions that they were given to and withheld from at random. */
export const LessonEffect = z.object({
  given: DrawnArm,
  withheld: DrawnArm,
  prevented: z
    .object({ estimate: z.number().nullable(), low: z.number().nullable(), high: z.number() })
    .nullable()
    .describe(
      'share of the mistakes that is prevented, with an interval that allows for looking; null: nothing was withheld',
    ),
  verdict: z.enum(['prevents', 'causes', 'does-little', 'not-settled']),
})

/** A lesson as it travels: the mistake and what worked instead, as data. The sentence is made of our own words on arrival. */
export const PackLesson = z.object({
  kind: z.enum(['missing', 'too-large', 'check', 'command', 'masked', 'place']),
  trigger: z.object({ code: z.string(), program: z.string(), subject: z.string() }),
  remedy: z.object({ kind: z.enum(['path', 'command', 'advice']), text: z.string(), sessions: Count }).nullable(),
  support: z.object({
    sessions: Count,
    of: Count,
    times: Count,
    calls: Count,
    lastDay: z.string().nullable().describe('the day on which a session of the sender last made the mistake'),
  }),
  effect: LessonEffect.nullable().describe('of this lesson alone; null: it was never drawn'),
})

export const PackLessons = z.object({
  project: z.string().describe('the name of its folder'),
  lessons: z.array(PackLesson),
  effect: LessonEffect.nullable().describe('of all lessons of this pack taken together; null: none was ever drawn'),
  certificate: Certificate.optional().describe(
    'of the newest experiment of the sender about these very lessons; left out where there is none',
  ),
})

/** Written as canonical JSON (RFC 8785) with a line end behind it. */
export const Pack = z
  .object({
    format: z.literal('warmstart-pack'),
    formatVersion: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    templates: z.array(PackTemplate),
    lessons: PackLessons.optional().describe('lessons of one project. Packs that hold them have format 3'),
    sha256: z.string().describe('of the canonical JSON of all fields but this one and `signature`'),
    signature: z
      .object({
        algorithm: z.literal('ed25519'),
        fingerprint: z.string().describe('first 32 hex digits of the sha256 of the public key'),
        publicKey: z.string().describe('32 bytes in base64'),
        value: z.string().describe('64 bytes in base64: the signature of the same text that sha256 stands for'),
      })
      .nullable()
      .describe('null: not signed'),
  })
  .describe('Templates, or lessons of a project, for another installation.')

export type Effect = z.infer<typeof Effect>
export type PackTemplate = z.infer<typeof PackTemplate>
export type LessonEffect = z.infer<typeof LessonEffect>
export type PackLesson = z.infer<typeof PackLesson>
export type PackLessons = z.infer<typeof PackLessons>
export type Pack = z.infer<typeof Pack>
