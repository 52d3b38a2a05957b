import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count, Finite, Time } from '../../schema/listing/words.ts'

const Arm = v.object({
  sessions: described(Count, 'of several lessons together: a session counts once for each'),
  repeated: described(Count, 'of these, sessions that made the mistake after the draw'),
})

const Verdict = described(
  v.picklist(['prevents', 'causes', 'does-little', 'not-settled']),
  'prevents, causes: settled; does-little: it prevents a quarter of the mistakes at best; not-settled: there are too few sessions yet',
)

const Effect = v.object({
  given: Arm,
  withheld: Arm,
  prevented: described(
    v.nullable(
      v.object({
        estimate: described(v.nullable(Finite), 'null: no session made the mistake where the lesson was withheld'),
        low: described(v.nullable(Finite), 'below 0: more mistakes than without; null: no limit yet'),
        high: Finite,
      }),
    ),
    'the share of the mistakes that is prevented, with an interval that may be looked at at any time; null: nothing was withheld',
  ),
  verdict: Verdict,
})

export const LessonProof = v.object({
  ...Effect.entries,
  id: v.string(),
  kind: v.string(),
  text: v.string(),
  repository: described(v.nullable(v.string()), 'null: every repository of the machine and agent'),
  state: described(
    v.picklist(['candidate', 'active', 'written', 'stale', 'refused', 'gone']),
    'of the lesson today; gone: sessions do not show the mistake any more',
  ),
  proposal: described(
    v.nullable(v.picklist(['refuse'])),
    'refuse: sessions that are given it make the mistake more often',
  ),
  pending: described(Count, 'sessions that have not come back yet'),
  observed: described(Arm, 'sessions that could not have been denied the lesson: no proof'),
  before: described(
    v.object({ sessions: described(Count, 'that made the mistake'), of: Count }),
    'sessions from before the lesson: not causal',
  ),
  needed: described(
    v.nullable(v.object({ sessions: Count, assumed: described(Finite, 'the share that it is taken to prevent') })),
    'how many more sessions settle it; null: it is settled, or that cannot be told',
  ),
  opportunity: describedObject('only sessions that did something by which the mistake can be made', {
    isAlike: described(
      v.boolean(),
      'false: the lesson changed which sessions could make the mistake, so these figures mislead',
    ),
    given: Arm,
    withheld: Arm,
  }),
  firstAt: Time,
  lastAt: v.nullable(Time),
})

export type LessonProof = v.InferOutput<typeof LessonProof>

export const LessonsLedger = describedObject(
  'What lessons do, by the sessions that were given them and those that were not.',
  {
    all: described(v.object({ ...Effect.entries, units: described(Count, 'sessions') }), 'all lessons taken together'),
    kinds: v.array(v.object({ ...Effect.entries, kind: v.string() })),
    hints: describedObject('lessons told after a call that failed', {
      given: v.object({
        failures: Count,
        calls: described(v.nullable(Finite), 'further calls until it was overcome, on average'),
      }),
      withheld: v.object({ failures: Count, calls: v.nullable(Finite) }),
      difference: described(
        v.nullable(v.object({ estimate: Finite, low: Finite, high: Finite })),
        'calls with the hint minus calls without; null below 30 failures of each',
      ),
    }),
    lessons: described(v.array(LessonProof), 'settled ones first'),
    holdout: described(v.nullable(Finite), 'the share that you want withheld; null: half at first, later one in ten'),
    sessions: described(
      v.nullable(
        v.array(
          v.object({
            session: v.string(),
            source: v.string(),
            at: Time,
            moment: v.picklist(['start', 'message', 'failure']),
            given: v.boolean(),
            probability: described(Finite, 'of being given'),
            repeated: described(v.nullable(v.boolean()), 'null: it has not come back'),
          }),
        ),
      ),
      'of one lesson: your newest sessions; null where all are listed',
    ),
  },
)
export type LessonsLedger = v.InferOutput<typeof LessonsLedger>
