import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createChatSessions } from '../src/gateway/sessions/chat-sessions.ts'
import { readGatewayConfig } from '../src/gateway/config/config.ts'
import { sessionKey } from '../src/gateway/identity/key.ts'
import { type MessageSource, readSource, writeSource } from '../src/gateway/identity/source.ts'
import { openStore } from '../src/store/open.ts'
import { median, report, reportAtLeast } from './measure.ts'

const SESSIONS = 100_000
const LOOK_UPS = 20_000
/** Each of them takes as long as thousands of ours. */
const REWRITES = 15
/** An absolute bar: a person waits for it with every message. */
const SLOWEST_MS = 2
const LEAST_RATIO = 1_000

/**
 * Which session a message belongs to, among a hundred thousand, its clocks written down: against an index that is one JSON file and
 * is written anew for every message.
 */
export const benchGatewaySessions = async (scratch: string): Promise<void> => {
  const { times: ours, processorTimes } = await lookUps(scratch)
  const rewritten = rewrites(join(scratch, 'sessions.json'))
  // On a machine that does other work too, the slowest hundredth is waiting for the processor.
  const words = `median ${median(ours).toFixed(3)} ms; of the processor's time p99 ${quantile(processorTimes, 0.99).toFixed(2)} ms; the file ${median(rewritten).toFixed(0)} ms`
  report('get-or-create at 100,000 sessions, p99', quantile(ours, 0.99), SLOWEST_MS, 'ms', words)
  reportAtLeast('get-or-create against rewriting the file', median(rewritten) / median(ours), LEAST_RATIO)
  reportAtLeast('the same, p99 of ours against its fastest', Math.min(...rewritten) / quantile(ours, 0.99), undefined)
}

const lookUps = async (scratch: string): Promise<{ times: number[]; processorTimes: number[] }> => {
  const store = await openStore(`sqlite:${join(scratch, 'gateway.db')}`)
  try {
    // Every policy is asked on every message, the one that has to know the time of a place included.
    const config = readGatewayConfig({ timeZone: 'Europe/Berlin', reset: { mode: 'daily-and-idle' } })
    const chats = createChatSessions({ store, config, now: Date.now, newId: randomUUID })
    await store.transaction(async (transaction) => {
      const filling = createChatSessions({ store: transaction, config, now: Date.now, newId: randomUUID })
      for (let at = 0; at < SESSIONS; at++) await filling.getOrCreate(sourceOf(at))
    })
    const times: number[] = []
    const processorTimes: number[] = []
    for (let run = 0; run < LOOK_UPS; run++) {
      // One in a hundred is new.
      const source = sourceOf(run % 100 === 99 ? SESSIONS + run : (run * 7_919) % SESSIONS)
      const startedAt = performance.now()
      const before = process.cpuUsage()
      await chats.getOrCreate(source)
      times.push(performance.now() - startedAt)
      const { user, system } = process.cpuUsage(before)
      processorTimes.push((user + system) / 1000)
    }
    return { times, processorTimes }
  } finally {
    await store.close()
  }
}

/** As the first generation did it: all entries in memory, and the whole file written for each of them that changes. */
const rewrites = (path: string): number[] => {
  const entries: Record<string, object> = {}
  for (let at = 0; at < SESSIONS; at++) entries[sessionKey(sourceOf(at))] = entryOf(sourceOf(at))
  writeFileSync(path, JSON.stringify(entries, null, 2))
  const loaded = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>
  const times: number[] = []
  for (let run = 0; run < REWRITES; run++) {
    const source = sourceOf((run * 7_919) % SESSIONS)
    const startedAt = performance.now()
    loaded[sessionKey(source)] = { ...loaded[sessionKey(source)], updated_at: new Date().toISOString() }
    writeFileSync(`${path}.tmp`, JSON.stringify(loaded, null, 2))
    renameSync(`${path}.tmp`, path)
    times.push(performance.now() - startedAt)
  }
  return times
}

const sourceOf = (at: number): MessageSource =>
  readSource({ platform: 'telegram', chat_id: at, user_id: at, user_name: `Person ${at}` })

const entryOf = (source: MessageSource): object => ({
  session_key: sessionKey(source),
  session_id: randomUUID(),
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  display_name: source.userName,
  platform: source.platform,
  chat_type: source.chatType,
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  origin: writeSource(source),
})

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
