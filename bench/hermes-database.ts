import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createRandom } from '../src/sample/random.ts'

const SCHEMA = `
  create table schema_version (version integer not null); insert into schema_version values (6);
  create table sessions (id text primary key, source text not null, user_id text, model text, model_config text,
    system_prompt text, parent_session_id text, started_at real not null, ended_at real, end_reason text,
    message_count integer default 0, tool_call_count integer default 0, title text);
  create table messages (id integer primary key autoincrement, session_id text not null, role text not null,
    content text, tool_call_id text, tool_calls text, tool_name text, timestamp real not null, finish_reason text);
  create index idx_messages_session on messages (session_id, timestamp);`

const WORDS = 'the order of a customer was moved to another day because its address could not be found in time'.split(
  ' ',
)
const TOOLS = ['terminal', 'read_file', 'web_search', 'get_order', 'patch', 'search_files']

/** A Hermes database of so many sessions, a third of them empty, as real installations have it. Returns its messages. */
export const makeHermesDatabase = (path: string, sessions: number, seed = 1): number => {
  rmSync(path, { force: true })
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = off; pragma synchronous = off; ${SCHEMA} begin`)
  const random = createRandom(seed)
  const addSession = database.prepare(
    'insert into sessions (id, source, model, started_at, end_reason, message_count) values (?, ?, ?, ?, ?, ?)',
  )
  const addMessage = database.prepare(
    'insert into messages (session_id, role, content, tool_call_id, tool_calls, timestamp) values (?, ?, ?, ?, ?, ?)',
  )
  const talk = (words: number): string => Array.from({ length: words }, () => random.pick(WORDS)).join(' ')
  let total = 0
  for (let index = 0; index < sessions; index++) {
    const id = `20260301_000000_${index.toString(16).padStart(6, '0')}`
    const startedAt = 1_770_000_000 + index * 600
    const turns = random.between(0, 99) < 32 ? 0 : random.between(2, 40)
    let at = startedAt
    for (let turn = 0; turn < turns; turn++) {
      addMessage.run(id, 'user', talk(random.between(4, 40)), null, null, (at += 7))
      const calls = random.between(0, 2)
      for (let call = 0; call < calls; call++) {
        const callId = `call_${index}_${turn}_${call}`
        const call_ = {
          id: callId,
          type: 'function',
          function: { name: random.pick(TOOLS), arguments: JSON.stringify({ command: talk(5) }) },
        }
        addMessage.run(id, 'assistant', null, null, JSON.stringify([call_]), (at += 7))
        const failed = random.between(0, 99) < 8
        const result = {
          output: talk(random.between(10, 200)),
          exit_code: failed ? 1 : 0,
          error: failed ? talk(6) : null,
        }
        addMessage.run(id, 'tool', JSON.stringify(result), callId, null, (at += 7))
        total += 2
      }
      addMessage.run(id, 'assistant', talk(random.between(4, 60)), null, null, (at += 7))
      total += 2
    }
    addSession.run(
      id,
      random.pick(['cli', 'telegram', 'discord']),
      'made-up',
      startedAt,
      random.pick(['user_exit', 'cli_close', 'compression']),
      0,
    )
  }
  database.exec('commit')
  database.close()
  return total
}
