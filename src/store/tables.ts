import { flag, integer, named, nullable, optional, real, table, text } from './table.ts'

/** What a session or a message cost; a count that the agent did not record is null. */
export const TOKENS = {
  input_tokens: optional(integer),
  output_tokens: optional(integer),
  cache_read_tokens: optional(integer),
  cache_write_tokens: optional(integer),
}

export const FILE = table('file', ['id'], {
  id: text,
  machine: text,
  source: text,
  path: text,
  root: text,
  shape: text,
  size: integer,
  modified_at: integer,
  read_to: integer,
  line: integer,
  mark: text,
  version: text,
  state: text,
  memory: nullable(text),
})

export const SESSION = table(
  'session',
  ['id'],
  {
    id: text,
    source: text,
    native_id: text,
    owner: text,
    project: nullable(text),
    platform: nullable(text),
    cwd: nullable(text),
    model: nullable(text),
    title: nullable(text),
    agent_version: nullable(text),
    started_at: nullable(integer),
    last_at: nullable(integer),
    end_reason: nullable(text),
    parent_session: nullable(text),
    parent_kind: nullable(text),
    messages: integer,
    user_messages: integer,
    ...TOKENS,
    cost_usd: nullable(real),
    rank: integer,
    file_id: text,
    made_by: text,
    found_owner: nullable(text),
    found_project: nullable(text),
    root: nullable(text),
    repository: nullable(text),
  },
  {
    ok_calls: integer,
    error_calls: integer,
    unknown_calls: integer,
    changed: flag,
  },
)

export const PROJECT_ALIAS = table('project_alias', ['name'], {
  name: text,
  project: text,
})

export const CALL = table(
  'call',
  ['id'],
  {
    id: text,
    session_id: text,
    agent: nullable(text),
    call_id: text,
    tool: text,
    kind: text,
    trivial: flag,
    outcome: text,
    cause: nullable(text),
    rung: text,
    rule: text,
    evidence: text,
    masked: flag,
    position: integer,
    context_tokens: nullable(integer),
    seeded: flag,
    at: nullable(integer),
    file_id: text,
    line: integer,
    block: integer,
    result_line: integer,
    rank: integer,
    copy_key: text,
    copies: integer,
    turn: integer,
    made_by: text,
    seen_in: integer,
    subject: text,
    intent: text,
    input: text,
    args_chars: nullable(integer),
    result_chars: nullable(integer),
    args_head: nullable(text),
    args_tail: nullable(text),
    result_head: nullable(text),
    result_tail: nullable(text),
    result_at: nullable(integer),
    cwd: nullable(text),
  },
  {
    copy_of: nullable(text),
  },
)

export const COMPLAINT = table('complaint', ['call_id', 'ordinal'], {
  call_id: text,
  ordinal: integer,
  program: text,
  code: text,
  subject: text,
  line: text,
  key: text,
  place: text,
})

export const MESSAGE_USAGE = table(
  'message_usage',
  ['session_id', 'key'],
  {
    session_id: text,
    key: text,
    ...TOKENS,
  },
  {
    is_copy: flag,
  },
)

export const TURN = table('turn', ['session_id', 'agent', 'turn'], {
  session_id: text,
  agent: text,
  turn: integer,
  at: nullable(integer),
  file_id: text,
  rank: integer,
  line: integer,
  synthetic: flag,
  chars: integer,
  text: text,
})

export const COMPACTION = table('compaction', ['session_id', 'agent', 'line'], {
  session_id: text,
  agent: text,
  line: integer,
  at: nullable(integer),
  file_id: text,
  kind: text,
  trigger_word: nullable(text),
  tokens_before: nullable(integer),
  position: integer,
})

export const ISSUE = table('issue', ['file_id', 'line', 'code'], {
  file_id: text,
  line: integer,
  code: text,
  message: text,
})

export const OVERRULE = table('overrule', ['call_id'], {
  call_id: text,
  outcome: text,
  cause: nullable(text),
  note: nullable(text),
  by_owner: named('owner', text),
  at: integer,
})

export const TALLY = table('tally', ['session_id'], {
  session_id: text,
  made_by: text,
  calls: integer,
  ok: integer,
  failed: integer,
  unknown: integer,
  trivial_ok: integer,
  trivial_failed: integer,
  trivial_unknown: integer,
  agent: integer,
  environment: integer,
  person: integer,
  expected: integer,
  not_run: integer,
  recovered: integer,
  recoverable: integer,
  task_type: nullable(text),
  opening: nullable(text),
  track: text,
  strata: text,
  marks: text,
  tools: text,
  errors: text,
  compactions: text,
  masks: text,
  spent: integer,
})

export const HARVEST = table('harvest', ['session_id'], {
  session_id: text,
  made_by: text,
  shapes: text,
  tracks: text,
  errors: text,
  foreign_paths: text,
})
