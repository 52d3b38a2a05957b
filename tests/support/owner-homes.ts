import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDatabase, terminal } from '../../src/sources/formats/hermes/fixtures/build.ts'
import { scratch } from './store.ts'

type Scratching = Parameters<typeof scratch>[0]

/** The key under which Hermes keeps the chat of telegram:42. */
export const DM = 'agent:main:telegram:dm:42'

/** A transcript of a gateway in which the same command worked. */
export const writeTranscript = (home: string, id: string): void => {
  const lines = [
    { role: 'user', content: 'run the tests of the shop' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${id}Aa11Bb22`, function: { name: 'terminal', arguments: '{"command":"npm test"}' } }],
    },
    { role: 'tool', tool_call_id: `call_${id}Aa11Bb22`, content: terminal('12 passing') },
  ]
  const timed = lines.map((line, index) => JSON.stringify({ ...line, timestamp: 1_772_359_200 + index }))
  writeFileSync(join(home, 'sessions', `${id}.jsonl`), `${timed.join('\n')}\n`)
}

/** A Hermes home: two sessions at the terminal, two of telegram:42, and four of chats that name nobody. */
export const hermesHome = (t: Scratching): string => {
  const home = join(scratch(t), 'home')
  mkdirSync(join(home, 'sessions'), { recursive: true })
  buildDatabase(join(home, 'state.db'), 17, ({ session: row, user, call, result }) => {
    const say = (id: string, cells: Record<string, string>): void => {
      row(id, cells)
      user(id, 'run the tests of the shop', 1)
      call(id, [[`call_${id}Aa11Bb22`, 'terminal', { command: 'npm test' }]], 2)
      result(id, `call_${id}Aa11Bb22`, terminal('12 passing'), 3)
    }
    say('desk-1', {})
    say('desk-2', {})
    say('row-of-42', { source: 'telegram', user_id: '42' })
    say('row-of-nobody', { source: 'telegram' })
    say('row-of-discord', { source: 'discord' })
  })
  for (const id of ['line-of-42', 'line-of-nobody', 'line-of-none']) writeTranscript(home, id)
  const origin = { platform: 'telegram', chat_id: '42', user_id: '42' }
  writeFileSync(
    join(home, 'sessions', 'sessions.json'),
    JSON.stringify({ [DM]: { session_id: 'line-of-42', platform: 'telegram', origin } }),
  )
  return home
}

/** An OpenClaw home with one agent. The index beside the transcripts lists all sessions but `oc-reset`. */
export const openclawHome = (t: Scratching): string => {
  const home = join(scratch(t), 'agents')
  const folder = join(home, 'main', 'sessions')
  mkdirSync(folder, { recursive: true })
  const info = (fields: object): string =>
    `Conversation info (untrusted metadata):\n\`\`\`json\n${JSON.stringify(fields)}\n\`\`\`\n\n`
  const write = (name: string, words: string[]): void => {
    const id = name.split('.')[0] ?? ''
    const message = (entry: object) => ({ type: 'message', timestamp: '2026-04-01T07:00:00.000Z', message: entry })
    const lines = [
      { type: 'session', version: 3, id, timestamp: '2026-04-01T07:00:00.000Z', cwd: '/srv/shop' },
      ...words.map((text) => message({ role: 'user', content: text })),
      message({
        role: 'assistant',
        content: [{ type: 'toolCall', id: `oc_${id}`, name: 'exec', arguments: { command: 'npm test' } }],
      }),
      message({
        role: 'toolResult',
        toolCallId: `oc_${id}`,
        toolName: 'exec',
        content: [{ type: 'text', text: '12 passing' }],
        details: { status: 'completed', exitCode: 0 },
        isError: false,
      }),
    ]
    writeFileSync(join(folder, name), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  }
  const ask = 'run the tests of the shop'
  write('oc-desk.jsonl', [ask])
  write('oc-42.jsonl', [`${info({ message_id: '1', sender_id: '42' })}${ask}`])
  write('oc-named.jsonl', [`[WhatsApp Robin +49 10:00] ${ask}`])
  write('oc-silent.jsonl', [ask])
  write('oc-two.jsonl', [`${info({ sender_id: '42' })}${ask}`, `${info({ sender_id: '43' })}${ask}`])
  write('oc-group.jsonl', [`${info({ sender_id: '43', is_group_chat: true })}${ask}`])
  write('oc-helper.jsonl', [`[Subagent Context] ${ask}`])
  write('oc-reset.jsonl.reset.2026-04-02T06-00-00.000Z', [ask])
  writeFileSync(
    join(folder, 'sessions.json'),
    JSON.stringify({
      'agent:main:main': { sessionId: 'oc-desk', lastChannel: 'webchat' },
      'agent:main:telegram:direct:42': { sessionId: 'oc-42', channel: 'telegram' },
      'agent:main:robin': { sessionId: 'oc-named' },
      'agent:main:silent': { sessionId: 'oc-silent', origin: { provider: 'openclaw-weixin' } },
      'agent:main:two': { sessionId: 'oc-two', lastChannel: 'telegram' },
      'agent:main:telegram:group:-100': { sessionId: 'oc-group' },
      'agent:main:subagent:1': { sessionId: 'oc-helper', spawnedBy: 'agent:main:silent' },
    }),
  )
  return home
}
