import type { Table } from './connection.ts'

const table = (name: string, key: string, columns: string): Table => ({
  name,
  columns: columns.split(/\s+/),
  key: key.split(' '),
})

export const FILE = table(
  'file',
  'id',
  'id machine source path root shape size modified_at read_to line mark version state memory',
)

export const SESSION = table(
  'session',
  'id',
  `id source native_id owner project platform cwd model title agent_version started_at last_at end_reason
   parent_session parent_kind messages user_messages input_tokens output_tokens cache_read_tokens cache_write_tokens
   cost_usd rank file_id made_by found_owner found_project root repository`,
)

export const PROJECT_ALIAS = table('project_alias', 'name', 'name project')

export const CALL = table(
  'call',
  'id',
  `id session_id agent call_id tool kind trivial outcome cause rung rule evidence masked position context_tokens seeded
   at file_id line block result_line rank copy_key copies turn made_by seen_in subject intent input args_chars result_chars
   args_head args_tail result_head result_tail result_at cwd`,
)

export const COMPLAINT = table('complaint', 'call_id ordinal', 'call_id ordinal program code subject line key place')

export const MESSAGE_USAGE = table(
  'message_usage',
  'session_id key',
  'session_id key input_tokens output_tokens cache_read_tokens cache_write_tokens',
)

export const TURN = table(
  'turn',
  'session_id agent turn',
  'session_id agent turn at file_id rank line synthetic chars text',
)

export const COMPACTION = table(
  'compaction',
  'session_id agent line',
  'session_id agent line at file_id kind trigger_word tokens_before position',
)

export const ISSUE = table('issue', 'file_id line code', 'file_id line code message')

export const TALLY = table(
  'tally',
  'session_id',
  `session_id made_by calls ok failed unknown trivial_ok trivial_failed trivial_unknown agent environment person expected
   not_run recovered recoverable task_type opening track strata marks tools errors compactions masks spent`,
)

export const HARVEST = table('harvest', 'session_id', 'session_id made_by shapes tracks errors foreign_paths')

export const EXPERIMENT = table(
  'experiment',
  'id',
  `id owner name design project declaration setup state reason verdict declared_at budget_usd spent_usd claims`,
)

export const TRIAL_PAIR = table(
  'trial_pair',
  'experiment_id ordinal',
  'experiment_id ordinal task repeat round state holder until attempt reserved_usd',
)

export const TRIAL = table(
  'trial',
  'experiment_id task repeat arm round',
  `experiment_id task repeat arm round ordinal place state ending reason score metrics model task_type propensity exposed
   started_at ended_at session attempt`,
)
