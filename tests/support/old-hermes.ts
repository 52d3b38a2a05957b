import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const DAY_MS = 24 * 3_600_000
export const SESSIONS = 6
export const sessionId = (number: number): string => `2026010${number}_101010_abcde${number}`

const TABLES = `
  create table sessions (id text primary key, source text not null, user_id text, model text, model_config text, system_prompt text,
    parent_session_id text, started_at real not null, ended_at real, end_reason text, message_count integer default 0, title text);
  create table messages (id integer primary key autoincrement, session_id text not null, role text not null, content text,
    tool_call_id text, tool_calls text, tool_name text, timestamp real not null);
  create index idx_messages on messages (session_id, timestamp)`

/** The rules of their system message, which is megabytes long. */
export const SYSTEM_RULES = '- Always answer in English.\n- Never delete files without asking.'

const SYSTEM_PROMPT = `You are a helpful agent.
${SYSTEM_RULES}
`

/** What every session does, three times over: a program that is not there, the one that is, a file, its change, a piece of code. */
const CALLS: readonly (readonly [tool: string, args: object, answer: object])[] = [
  ['terminal', { command: 'pytest -q' }, { output: 'bash: pytest: command not found', exit_code: 127, error: null }],
  ['terminal', { command: 'make test' }, { output: '12 passed in 0.4s', exit_code: 0, error: null }],
  ['read_file', { path: '/home/sam/shop/cart.py' }, { content: 'total = 1', total_lines: 1 }],
  ['patch', { path: '/home/sam/shop/cart.py', old_string: '1', new_string: '2' }, { success: true, diff: '-1\n+2' }],
  ['terminal', { command: 'git status --short' }, { output: ' M cart.py', exit_code: 0, error: null }],
]

/** A home with the database of an old Hermes: its sessions recorded no directory, and their system prompt is long. */
export const oldHermesHome = (home: string, now: number): void => {
  mkdirSync(join(home, '.hermes'), { recursive: true })
  const database = new DatabaseSync(join(home, '.hermes', 'state.db'))
  database.exec(TABLES)
  const session = database.prepare(
    `insert into sessions (id, source, model, system_prompt, started_at, ended_at, end_reason, message_count)
      values (?, 'cli', 'a-model', ?, ?, ?, 'user_exit', 60)`,
  )
  const message = database.prepare(
    'insert into messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp) values (?, ?, ?, ?, ?, ?, ?)',
  )
  for (let number = 0; number < SESSIONS; number++) {
    const id = sessionId(number)
    let at = (now - (SESSIONS - number) * DAY_MS) / 1_000
    session.run(id, `${SYSTEM_PROMPT}${'word '.repeat(400_000)}`, at, at + 900)
    const say = (role: string, content: string, call: { id?: string; calls?: object; tool?: string } = {}): void => {
      at += 5
      const calls = call.calls === undefined ? null : JSON.stringify(call.calls)
      message.run(id, role, content, call.id ?? null, calls, call.tool ?? null, at)
    }
    say('user', `Mend the cart, part ${number}`)
    for (let round = 0; round < 3; round++) {
      for (const [index, [tool, args, answer]] of CALLS.entries()) {
        const callId = `call_${number}_${round}_${index}`
        const made = { name: tool, arguments: JSON.stringify(args) }
        say('assistant', '', { calls: [{ id: callId, type: 'function', function: made }] })
        say('tool', JSON.stringify(answer), { id: callId, tool })
      }
      say('user', 'continue with the next one')
      say('assistant', 'Done.')
    }
  }
  database.close()
}
