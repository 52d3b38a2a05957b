import { z } from 'zod'
import { Count, Time } from '../../schema/listing/words.ts'

const Arm = z.object({
  sessions: Count.describe('of several lessons together: a session counts once for each'),
  repeated: Count.describe('of these, sessions that made the mistake after the draw'),
})

const Verdict = z
  .enum(['prevents', 'causes', 'does-little', 'not-settled'])
  .describe(
    'prevents, causes: settled; does-little: it prevents a quarter of the mistakes at best; not-settled: there are too few sessions yet',
  )

const Effect = z.object({
  given: Arm,
  withheld: Arm,
  prevented: z
    .object({
      estimate: z.number().nullable().describe('null: no session made the mistake where the lesson was withheld'),
      low: z.number().nullable().describe('below 0: more mistakes than without; null: no limit yet'),
      high: z.number(),
    })
    .nullable()
    .describe(
      'the share of the mistakes that is prevented, with an interval that may be looked at at any time; null: nothing was withheld',
    ),
  verdict: Verdict,
})

export const LessonProof = Effect.extend({
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  repository: z.string().nullable().describe('null: every repository of the machine and agent'),
  state: z
    .enum(['candidate', 'active', 'written', 'stale', 'refused', 'gone'])
    .describe('of the lesson today; gone: sessions do not show the mistake any more'),
  proposal: z.enum(['refuse']).nullable().describe('refuse: sessions that are given it make the mistake more often'),
  pending: Count.describe('sessions that have not come back yet'),
  observed: Arm.describe('sessions that could not have been denied the lesson: no proof'),
  before: z
    .object({ sessions: Count.describe('that made the mistake'), of: Count })
    .describe('sessions from before the lesson: not causal'),
  needed: z
    .object({ sessions: Count, assumed: z.number().describe('the share that it is taken to prevent') })
    .nullable()
    .describe('how many more sessions settle it; null: it is settled, or that cannot be told'),
  opportunity: z
    .object({
      isAlike: z
        .boolean()
        .describe('false: the lesson changed which sessions could make the mistake, so these figures mislead'),
      given: Arm,
      withheld: Arm,
    })
    .describe('only sessions that did something by which the mistake can be made'),
  firstAt: Time,
  lastAt: Time.nullable(),
})

export const LessonsLedger = z
  .object({
    all: Effect.extend({ units: Count.describe('sessions') }).describe('all lessons taken together'),
    kinds: z.array(Effect.extend({ kind: z.string() })),
    hints: z
      .object({
        given: z.object({
          failures: Count,
          calls: z.number().nullable().describe('further calls until it was overcome, on average'),
        }),
        withheld: z.object({ failures: Count, calls: z.number().nullable() }),
        difference: z
          .object({ estimate: z.number(), low: z.number(), high: z.number() })
          .nullable()
          .describe('calls with the hint minus calls without; null below 30 failures of each'),
      })
      .describe('lessons told after a call that failed'),
    lessons: z.array(LessonProof).describe('settled ones first'),
    holdout: z.number().nullable().describe('the share that you want withheld; null: half at first, later one in ten'),
    sessions: z
      .array(
        z.object({
          session: z.string(),
          source: z.string(),
          at: Time,
          moment: z.enum(['start', 'message', 'failure']),
          given: z.boolean(),
          probability: z.number().describe('of being given'),
          repeated: z.boolean().nullable().describe('null: it has not come back'),
        }),
      )
      .nullable()
      .describe('of one lesson: your newest sessions; null where all are listed'),
  })
  .describe('What lessons do, by the sessions that were given them and those that were not.')
export type LessonProof = z.infer<typeof LessonProof>
export type LessonsLedger = z.infer<typeof LessonsLedger>
