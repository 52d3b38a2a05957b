import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createChatSessions } from '../src/gateway/sessions/chat-sessions.ts'
import { readGatewayConfig } from '../src/gateway/config/config.ts'
import { RESET_MODES, type ResetMode } from '../src/gateway/config/reset-policy.ts'
import { readSource } from '../src/gateway/identity/source.ts'
import type { Connection } from '../src/store/connection.ts'
import { readLiveSession } from '../src/store/live/live-session.ts'
import { openStore } from '../src/store/open.ts'
import { sayIn } from './support/live-session.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEGIN = Date.UTC(2026, 0, 1, 12)
const SOURCE = readSource({ platform: 'telegram', chat_id: 42, user_id: 42 })
const KEY = 'agent:main:telegram:dm:42'

interface Setting {
  mode: ResetMode
  idleMinutes: number
  atHour: number
  timeZone: string
}

/** Whether clocks of a place have read the hour, or gone past it, since: walks there by quarters of an hour. */
const dayBegan = (since: number, now: number, { atHour, timeZone }: Setting): boolean => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const read = (moment: number): [date: string, hour: number] => {
    const [date = '', time = ''] = format.format(moment).split(' ')
    return [date, Number(time.slice(0, 2))]
  }
  // The day that `since` is in counts as begun where its hour had come by then, the first time.
  const quarter = 15 * MINUTE
  const begun = new Set<string>()
  for (let moment = Math.floor((since - 50 * HOUR) / quarter) * quarter; moment <= now; moment += quarter) {
    const [date, hour] = read(moment)
    if (hour < atHour || begun.has(date)) continue
    begun.add(date)
    if (moment > since) return true
    // A year has many days, and one of them is enough.
  }
  return false
}

/** A chat as a person would keep books on it: plain lists, and nothing of the real thing. */
interface Model {
  setting: Setting
  now: number
  current: number
  /** Of each session that ever was: a person was there, and something was said. */
  spoken: boolean[]
  filled: boolean[]
  began: number
  heard: number
  previous: number | undefined
  isTelling: boolean
  isProcessRunning: boolean | 'unknown'
  exists: boolean
}

const newModel = (setting: Setting): Model => ({
  setting,
  now: BEGIN,
  current: 0,
  spoken: [],
  filled: [],
  began: 0,
  heard: 0,
  previous: undefined,
  isTelling: false,
  isProcessRunning: false,
  exists: false,
})

interface Real {
  chats: ReturnType<typeof createChatSessions>
  store: Connection
  /** Ids of sessions in the order in which they were made. */
  ids: string[]
}

const begin = (model: Model, isSpoken: boolean): void => {
  if (isWorthKeeping(model)) model.previous = model.current
  model.current = model.spoken.push(isSpoken) - 1
  model.began = model.now
  model.heard = model.now
}

const isWorthKeeping = ({ spoken, filled, current }: Model): boolean =>
  spoken[current] === true && filled[current] === true

const isDue = (model: Model): boolean => {
  const { setting, now, began, heard } = model
  if (model.isProcessRunning !== false) return false
  const idle = now - heard > setting.idleMinutes * MINUTE
  const { mode } = setting
  if (mode === 'none' || (mode === 'idle' && !idle) || (mode === 'daily-and-idle' && !idle)) return false
  return (mode !== 'daily' && mode !== 'daily-and-idle' && idle) || (mode !== 'idle' && dayBegan(began, now, setting))
}

const check = async (model: Model, { chats, ids }: Real): Promise<void> => {
  const found = await chats.find(KEY)
  assert.equal(found?.session, ids[model.current])
  assert.equal(found?.previous?.session, model.previous === undefined ? undefined : ids[model.previous])
  assert.deepEqual([found?.clocks.startedAt, found?.clocks.interactedAt], [model.began, model.heard])
}

type Step = fc.AsyncCommand<Model, Real>

const wait = (ms: number): Step => ({
  toString: () => `wait ${ms / HOUR} h`,
  check: () => true,
  run: async (model) => {
    model.now += ms
  },
})

const say = (isInternal: boolean): Step => ({
  toString: () => (isInternal ? 'a notice comes' : 'a person speaks'),
  check: () => true,
  run: async (model, real) => {
    const { chat, wasReset, isNew } = await real.chats.getOrCreate(SOURCE, { isInternal })
    const due = model.exists && isDue(model)
    assert.deepEqual([isNew, wasReset], [!model.exists, due])
    if (!model.exists) {
      Object.assign(model, { exists: true, current: 0, spoken: [false], began: model.now, heard: model.now })
    } else if (due) {
      if (isWorthKeeping(model)) model.isTelling = true
      begin(model, false)
    }
    // A clock of the session that stands in the future is put right.
    model.began = Math.min(model.began, model.now)
    model.heard = isInternal ? Math.min(model.heard, model.now) : model.now
    if (!isInternal) model.spoken[model.current] = true
    model.filled[model.current] = true
    await sayIn(real.store, { session: chat.session, owner: chat.owner, at: model.now })
    await check(model, real)
  },
})

const reset = (isForced: boolean): Step => ({
  toString: () => (isForced ? 'a person asks for a new one' : 'somebody resets'),
  check: (model) => model.exists,
  run: async (model, real) => {
    const before = real.ids[model.current] ?? ''
    // Whoever asks for a new session knows; what was still to be told is about one that nobody goes back to.
    if (isWorthKeeping(model)) model.isTelling = false
    if (isForced) await real.chats.getOrCreate(SOURCE, { forceNew: true })
    else await real.chats.reset(KEY)
    begin(model, isForced)
    await check(model, real)
    const ended = await readLiveSession(real.store, 'telegram:42', before)
    if (ended !== undefined) assert.equal(ended.endReason, isForced ? 'new' : 'reset')
  },
})

const undo: Step = {
  toString: () => 'undo',
  check: (model) => model.exists,
  run: async (model, real) => {
    if (model.previous === undefined) {
      await assert.rejects(real.chats.undoReset(KEY), { code: 'nothing-to-undo' })
      return
    }
    const { session } = await real.chats.undoReset(KEY)
    Object.assign(model, { current: model.previous, previous: undefined, isTelling: false })
    Object.assign(model, { began: model.now, heard: model.now })
    const restored = await readLiveSession(real.store, 'telegram:42', session)
    assert.deepEqual([restored?.endedAt, restored?.endReason], [undefined, undefined])
    await check(model, real)
  },
}

const process = (state: Model['isProcessRunning']): Step => ({
  toString: () => `a process is running: ${state}`,
  check: () => true,
  run: async (model) => {
    model.isProcessRunning = state
  },
})

const tell: Step = {
  toString: () => 'the notice is told',
  check: (model) => model.exists,
  run: async (model, { chats }) => {
    const taken = await Promise.all([1, 2, 3].map(() => chats.takeResetNotice(KEY)))
    assert.equal(taken.filter((notice) => notice !== undefined).length, model.isTelling ? 1 : 0)
    model.isTelling = false
  },
}

const steps = [
  fc.integer({ min: 1, max: 30 * 24 * 60 }).map((minutes) => wait(minutes * MINUTE)),
  fc.integer({ min: 1, max: 30 * 60 }).map((minutes) => wait(minutes * MINUTE)),
  fc.integer({ min: 1, max: 5 * 60 }).map((minutes) => wait(minutes * MINUTE)),
  // A clock that is put back, or far ahead.
  fc.constantFrom(wait(-HOUR), wait(-3 * 24 * HOUR), wait(200 * 24 * HOUR)),
  fc.boolean().map(say),
  fc.constant(say(false)),
  fc.constant(say(false)),
  fc.boolean().map(reset),
  fc.constant(undo),
  fc.constant(tell),
  fc.constantFrom(true as const, false as const, false as const, 'unknown' as const).map(process),
]
const settings: fc.Arbitrary<Setting> = fc.record({
  mode: fc.constantFrom(...RESET_MODES),
  idleMinutes: fc.constantFrom(1, 60, 1_440, 10_000),
  atHour: fc.constantFrom(0, 2, 3, 4, 23),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Havana'),
})

test('over years of messages, silences and resets a chat is in the session that a plain model says', async () => {
  await fc.assert(
    fc.asyncProperty(settings, fc.commands(steps, { maxCommands: 120, size: 'max' }), async (setting, commands) => {
      const store = await openStore('sqlite::memory:')
      try {
        const model = newModel(setting)
        const ids: string[] = []
        const { mode, idleMinutes, atHour, timeZone } = setting
        const chats = createChatSessions({
          store,
          config: readGatewayConfig({ timeZone, reset: { mode, idleMinutes, atHour } }),
          now: () => model.now,
          newId: () => `session-${ids.push(`session-${ids.length}`) - 1}`,
          hasActiveProcess: async () => {
            if (model.isProcessRunning === 'unknown') throw new Error('nobody knows')
            return model.isProcessRunning
          },
        })
        await fc.asyncModelRun(() => ({ model, real: { chats, store, ids } }), commands)
      } finally {
        await store.close()
      }
    }),
    { numRuns: 250 },
  )
})
