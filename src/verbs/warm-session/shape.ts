import { z } from 'zod'
import { Reason } from '../../schema/listing/rate.ts'
import { Count, Time, ToolKind } from '../../schema/listing/words.ts'

/*
 * What the `warm_session` tool answers. The names are those that agents know it by: snake case, a plain figure rounded to three
 * decimals, and its interval beside it.
 */

const Figure = z.number().nullable().describe('three decimals; null: cannot be given, see reason')

const Interval = z
  .object({ low: z.number(), high: z.number(), n: Count })
  .nullable()
  .describe('95 % interval of the figure beside it, and what it rests on')

const Listed = z.object({
  name: z.string(),
  description: z.string(),
  state: z.enum(['candidate', 'active', 'quarantined', 'retired']).describe('only active ones can be loaded'),
  version: Count,
  hash: z.string(),
  tags: z.array(z.string()),
  task_type: z.enum(['code', 'file', 'research', 'mixed']).nullable(),
  project: z.string().nullable(),
  pattern_count: Count,
  recovery_count: Count,
  tokens: Count,
  uses: Count,
  success_rate: Figure.describe('of the uses that came back with an outcome'),
  success_rate_interval: Interval,
  reason: Reason,
  created_at: Time,
  updated_at: Time,
})

const ListAnswer = z.object({
  success: z.literal(true),
  templates: z.array(Listed).describe('newest first, at most 100'),
  count: Count.describe('all that fit, listed or not'),
  damaged: z.array(z.object({ name: z.string(), problem: z.string() })),
  note: z.string().optional().describe('present where not all are listed'),
})

const BuildAnswer = z.object({
  success: z.literal(true),
  name: z.string(),
  description: z.string(),
  version: Count,
  hash: z.string(),
  is_new: z.boolean().describe('false: the content is what it was, no version was made'),
  pattern_count: Count,
  recovery_count: Count,
  metrics: z.object({
    sessions_scanned: Count,
    sessions_qualified: Count,
    total_patterns: Count,
    tool_distribution: z.record(z.string(), Count),
    avg_proficiency_gain: Figure.describe('late minus early error rate; negative is better'),
    reason: Reason,
  }),
  left_out: z.array(z.object({ reason: z.string(), count: Count })).describe('what the gates kept out'),
})

const LoadAnswer = z.object({
  success: z.literal(true),
  name: z.string(),
  version: Count,
  hash: z.string(),
  message_count: Count,
  pattern_count: Count.describe('of the template'),
  patterns_shown: Count.describe('of those, in the history'),
  conversation_preview: z
    .array(z.object({ role: z.string(), content_preview: z.string() }))
    .describe('the first 6 messages, 100 characters of each'),
  conversation_history: z.array(z.record(z.string(), z.unknown())).describe('OpenAI chat messages'),
  note: z.string().optional().describe('what happened to the history, or why its use is not in the ledger'),
})

const DeleteAnswer = z.object({ success: z.literal(true), name: z.string(), versions: Count, message: z.string() })

const ProfileAnswer = z.object({
  success: z.literal(true),
  session_id: z.string(),
  message_count: Count,
  tool_call_count: Count.describe('trivial ones left out'),
  error_rate: Figure,
  error_rate_interval: Interval,
  agent_error_rate: Figure.describe('errors by the fault of the agent'),
  agent_error_rate_interval: Interval,
  proficiency_gain: Figure.describe('late minus early error rate; negative is better'),
  proficiency_gain_interval: Interval,
  recovery_rate: Figure,
  recovery_rate_interval: Interval,
  dominant_tool_type: ToolKind.nullable(),
  task_type: z.enum(['code', 'file', 'research', 'mixed']).nullable(),
  tool_success_rates: z.record(z.string(), Figure),
  tool_success_rate_intervals: z.record(z.string(), Interval),
  reason: Reason,
})

const SideProfile = z
  .object({
    tool_call_count: Count.describe('of the main conversation, trivial ones left out'),
    error_rate: Figure,
    error_rate_interval: Interval,
    proficiency_gain: Figure,
    proficiency_gain_interval: Interval,
    reason: Reason,
  })
  .nullable()
  .describe('all calls on this side; null: nothing was compacted')

const CompressAnswer = z.object({
  success: z.literal(true),
  session_id: z.string(),
  has_compression: z.boolean(),
  compressions: Count,
  pre_compression_profile: SideProfile,
  post_compression_profile: SideProfile,
  error_rate_before: Figure.describe('of up to 20 calls before each compaction: the verdict rests on these'),
  error_rate_before_interval: Interval,
  error_rate_after: Figure.describe('of up to 20 calls after each'),
  error_rate_after_interval: Interval,
  tolerance: z.number(),
  proficiency_preserved: z.boolean().nullable().describe('null: not enough data'),
  verdict: z.enum(['preserved', 'lost', 'not-enough-data']),
  reason: Reason,
  note: z.string(),
})

const CompareAnswer = z.object({
  success: z.literal(true),
  test_name: z.string(),
  warm_session_id: z.string(),
  cold_session_id: z.string(),
  warm_error_rate: Figure,
  warm_error_rate_interval: Interval,
  cold_error_rate: Figure,
  cold_error_rate_interval: Interval,
  improvement: Figure.describe('cold minus warm: positive means that warm failed less often'),
  improvement_interval: Interval,
  warm_better: z.boolean().nullable().describe('null: the verdict does not say'),
  verdict: z.enum(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
  reason: Reason,
  note: z.string(),
})

const FailedAnswer = z.object({
  success: z.literal(false),
  error: z.string().describe('what is wrong and what to do about it'),
  code: z.string(),
})

export const WarmSessionAnswer = z
  .union([
    ListAnswer,
    BuildAnswer,
    LoadAnswer,
    DeleteAnswer,
    ProfileAnswer,
    CompressAnswer,
    CompareAnswer,
    FailedAnswer,
  ])
  .describe('What the `warm_session` tool answers, by action.')

export type WarmSessionAnswer = z.infer<typeof WarmSessionAnswer>
export type ListAnswer = z.infer<typeof ListAnswer>
export type BuildAnswer = z.infer<typeof BuildAnswer>
export type LoadAnswer = z.infer<typeof LoadAnswer>
export type DeleteAnswer = z.infer<typeof DeleteAnswer>
export type ProfileAnswer = z.infer<typeof ProfileAnswer>
export type SideProfile = NonNullable<z.infer<typeof SideProfile>>
export type CompressAnswer = z.infer<typeof CompressAnswer>
export type CompareAnswer = z.infer<typeof CompareAnswer>
export type FailedAnswer = z.infer<typeof FailedAnswer>
