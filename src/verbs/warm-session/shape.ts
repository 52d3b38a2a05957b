import * as v from 'valibot'
import { described } from '../../schema/described.ts'
import { Reason } from '../../schema/listing/rate.ts'
import { Count, Finite, AnyRecord, recordOf, Time, ToolKind } from '../../schema/listing/words.ts'

/*
 * The answers of the `warm_session` tool, with the names that agents know: snake case, plain figures rounded to three
 * decimals, and the interval beside each.
 */

const Figure = described(v.nullable(Finite), 'three decimals; null: cannot be given, see reason')

const Interval = described(
  v.nullable(v.object({ low: Finite, high: Finite, n: Count })),
  '95 % interval of the figure beside it, and what it rests on',
)

const Listed = v.object({
  name: v.string(),
  description: v.string(),
  state: described(v.picklist(['candidate', 'active', 'quarantined', 'retired']), 'only active ones can be loaded'),
  version: Count,
  hash: v.string(),
  tags: v.array(v.string()),
  task_type: v.nullable(v.picklist(['code', 'file', 'research', 'mixed'])),
  project: v.nullable(v.string()),
  pattern_count: Count,
  recovery_count: Count,
  tokens: Count,
  uses: Count,
  success_rate: described(Figure, 'of the uses that came back with an outcome'),
  success_rate_interval: Interval,
  reason: Reason,
  created_at: Time,
  updated_at: Time,
})

const ListAnswer = v.object({
  success: v.literal(true),
  templates: described(v.array(Listed), 'newest first, at most 100'),
  count: described(Count, 'all that fit, listed or not'),
  damaged: v.array(v.object({ name: v.string(), problem: v.string() })),
  note: described(v.optional(v.string()), 'present where not all are listed'),
})

const BuildAnswer = v.object({
  success: v.literal(true),
  name: v.string(),
  description: v.string(),
  version: Count,
  hash: v.string(),
  is_new: described(v.boolean(), 'false: the content is what it was, no version was made'),
  pattern_count: Count,
  recovery_count: Count,
  metrics: v.object({
    sessions_scanned: Count,
    sessions_qualified: Count,
    total_patterns: Count,
    tool_distribution: recordOf(Count),
    avg_proficiency_gain: described(Figure, 'late minus early error rate; negative is better'),
    reason: Reason,
  }),
  left_out: described(v.array(v.object({ reason: v.string(), count: Count })), 'what the gates kept out'),
})

const LoadAnswer = v.object({
  success: v.literal(true),
  name: v.string(),
  version: Count,
  hash: v.string(),
  message_count: Count,
  pattern_count: described(Count, 'of the template'),
  patterns_shown: described(Count, 'of those, in the history'),
  conversation_preview: described(
    v.array(v.object({ role: v.string(), content_preview: v.string() })),
    'the first 6 messages, 100 characters of each',
  ),
  conversation_history: described(v.array(AnyRecord), 'OpenAI chat messages'),
  note: described(v.optional(v.string()), 'what happened to the history, or why its use is not in the ledger'),
})

const DeleteAnswer = v.object({ success: v.literal(true), name: v.string(), versions: Count, message: v.string() })

const ProfileAnswer = v.object({
  success: v.literal(true),
  session_id: v.string(),
  message_count: Count,
  tool_call_count: described(Count, 'trivial ones left out'),
  error_rate: Figure,
  error_rate_interval: Interval,
  agent_error_rate: described(Figure, 'errors by the fault of the agent'),
  agent_error_rate_interval: Interval,
  proficiency_gain: described(Figure, 'late minus early error rate; negative is better'),
  proficiency_gain_interval: Interval,
  recovery_rate: Figure,
  recovery_rate_interval: Interval,
  dominant_tool_type: v.nullable(ToolKind),
  task_type: v.nullable(v.picklist(['code', 'file', 'research', 'mixed'])),
  tool_success_rates: recordOf(Figure),
  tool_success_rate_intervals: recordOf(Interval),
  reason: Reason,
})

const SideProfile = described(
  v.nullable(
    v.object({
      tool_call_count: described(Count, 'of the main conversation, trivial ones left out'),
      error_rate: Figure,
      error_rate_interval: Interval,
      proficiency_gain: Figure,
      proficiency_gain_interval: Interval,
      reason: Reason,
    }),
  ),
  'all calls on this side; null: nothing was compacted',
)

const CompressAnswer = v.object({
  success: v.literal(true),
  session_id: v.string(),
  has_compression: v.boolean(),
  compressions: Count,
  pre_compression_profile: SideProfile,
  post_compression_profile: SideProfile,
  error_rate_before: described(Figure, 'of up to 20 calls before each compaction: the verdict rests on these'),
  error_rate_before_interval: Interval,
  error_rate_after: described(Figure, 'of up to 20 calls after each'),
  error_rate_after_interval: Interval,
  tolerance: Finite,
  proficiency_preserved: described(v.nullable(v.boolean()), 'null: not enough data'),
  verdict: v.picklist(['preserved', 'lost', 'not-enough-data']),
  reason: Reason,
  note: v.string(),
})

const CompareAnswer = v.object({
  success: v.literal(true),
  test_name: v.string(),
  warm_session_id: v.string(),
  cold_session_id: v.string(),
  warm_error_rate: Figure,
  warm_error_rate_interval: Interval,
  cold_error_rate: Figure,
  cold_error_rate_interval: Interval,
  improvement: described(Figure, 'cold minus warm: positive means that warm failed less often'),
  improvement_interval: Interval,
  warm_better: described(v.nullable(v.boolean()), 'null: the verdict does not say'),
  verdict: v.picklist(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
  reason: Reason,
  note: v.string(),
})

const FailedAnswer = v.object({
  success: v.literal(false),
  error: described(v.string(), 'what is wrong and what to do about it'),
  code: v.string(),
})

export const WarmSessionAnswer = described(
  v.union([
    ListAnswer,
    BuildAnswer,
    LoadAnswer,
    DeleteAnswer,
    ProfileAnswer,
    CompressAnswer,
    CompareAnswer,
    FailedAnswer,
  ]),
  'What the `warm_session` tool answers, by action.',
)

export type WarmSessionAnswer = v.InferOutput<typeof WarmSessionAnswer>
export type ListAnswer = v.InferOutput<typeof ListAnswer>
export type BuildAnswer = v.InferOutput<typeof BuildAnswer>
export type LoadAnswer = v.InferOutput<typeof LoadAnswer>
export type DeleteAnswer = v.InferOutput<typeof DeleteAnswer>
export type ProfileAnswer = v.InferOutput<typeof ProfileAnswer>
export type SideProfile = NonNullable<v.InferOutput<typeof SideProfile>>
export type CompressAnswer = v.InferOutput<typeof CompressAnswer>
export type CompareAnswer = v.InferOutput<typeof CompareAnswer>
export type FailedAnswer = v.InferOutput<typeof FailedAnswer>
