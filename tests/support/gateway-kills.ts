import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { inboxId } from '../../src/gateway/receiving/inbox.ts'
import { createRandom } from '../../src/sample/random.ts'
import type { Connection } from '../../src/store/connection.ts'
import { countMail } from '../../src/store/chats/gateway.ts'
import { findInbox } from '../../src/store/chats/inbox.ts'
import { openStore } from '../../src/store/open.ts'
import { repliesTo } from '../../src/store/chats/outbox.ts'

const CHATS = 20
const MESSAGES_A_KILL = 40

export interface Said {
  chatId: string
  messageId: string
  text: string
}

export interface Heard {
  answers?: string
  chat_id: string
  text: string
}

/** A gateway on the console that can be killed. */
export interface GatewayCommand {
  words: readonly string[]
  env?: Readonly<Record<string, string>>
  /** What it says when it serves. */
  isReady: string
}

/** Runs it in a process of its own, and hears every whole line it has written. */
const startChild = ({ words, env, isReady }: GatewayCommand) => {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, words, env === undefined ? {} : { env })
  const exit = once(child, 'close')
  let rest = ''
  const heard: Heard[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) heard.push(JSON.parse(line) as Heard)
  })
  child.stdin.on('error', () => undefined) // It may be dead by now.
  let notes = ''
  const ready = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      notes += text
      if (notes.includes(isReady)) resolve()
    })
    void exit.then(() => resolve())
  })
  const say = (messages: readonly Said[]): void => {
    for (const { chatId, messageId, text } of messages)
      child.stdin.write(
        `${JSON.stringify({ chat_id: chatId, chat_type: 'dm', user_id: chatId, message_id: messageId, text })}\n`,
      )
  }
  return { child, exit, heard, ready, say, notes: () => notes }
}

const messagesOf = (round: number, count: number): Said[] =>
  Array.from({ length: count }, (_, index) => ({
    chatId: `chat-${index % CHATS}`,
    messageId: `${round}-${index}`,
    text: `message ${round}-${index}`,
  }))

/** Every message has one answer, or is seen to have none: nothing is lost, and nothing is said twice. */
const check = async (store: Connection, said: readonly Said[], heard: readonly Heard[]) => {
  const answers = new Map<string, number>()
  for (const { answers: id } of heard) if (id !== undefined) answers.set(id, (answers.get(id) ?? 0) + 1)
  const tally = { answered: 0, unsure: 0, interrupted: 0 }
  for (const { chatId, messageId, text } of said) {
    const id = inboxId('console', chatId, messageId)
    const row = await findInbox(store, { id })
    assert.ok(row !== undefined, `${text} is lost`)
    const count = answers.get(id) ?? 0
    assert.ok(count <= 1, `${text} was answered ${count} times`)
    const [reply] = await repliesTo(store, id)
    if (row.state === 'interrupted') {
      assert.equal(count, 0)
      tally.interrupted++
    } else if (reply?.state === 'unsure') tally.unsure++
    else {
      assert.deepEqual([row.state, reply?.state, count], ['answered', 'sent', 1], text)
      tally.answered++
    }
  }
  return tally
}

/** One gateway after the other is killed while it works; the last one answers what is left. */
export const killAlone = async (
  t: TestContext,
  { command, address, kills }: { command: GatewayCommand; address: string; kills: number },
): Promise<{ said: Said[]; heard: Heard[] }> => {
  const random = createRandom(7)
  const [said, heard]: [Said[], Heard[]] = [[], []]
  const unanswered = (): Said[] => {
    const done = new Set(heard.map(({ answers }) => answers))
    return said.filter(({ chatId, messageId }) => !done.has(inboxId('console', chatId, messageId)))
  }
  for (let kill = 0; kill < kills; kill++) {
    const gateway = startChild(command)
    t.after(() => gateway.child.kill('SIGKILL'))
    // What nobody has answered is said again, as a platform does that was not told it has arrived.
    gateway.say(unanswered())
    // Most are killed while they work, some while they start.
    if (kill % 5 !== 4) await gateway.ready
    const fresh = messagesOf(kill, MESSAGES_A_KILL)
    said.push(...fresh)
    gateway.say(fresh)
    await sleep(random.between(0, 120))
    gateway.child.kill('SIGKILL')
    await gateway.exit
    heard.push(...gateway.heard)
  }
  const last = startChild(command)
  t.after(() => last.child.kill('SIGKILL'))
  last.say(unanswered())
  last.child.stdin.end()
  assert.deepEqual(await last.exit, [0, null], last.notes())
  heard.push(...last.heard)

  const store = await openStore(address)
  const tally = await check(store, said, heard)
  const { inbox, outbox } = await countMail(store)
  await store.close()
  assert.deepEqual([inbox['waiting'], inbox['running'], outbox['waiting'], outbox['sending']], Array(4).fill(undefined))
  t.diagnostic(`${said.length} messages, ${kills} kills: ${JSON.stringify(tally)}`)
  assert.ok(tally.answered > said.length * 0.5, JSON.stringify(tally))
  return { said, heard }
}

/** Of two gateways on one store one is killed again and again; the other answers what it had. */
export const killOneOfTwo = async (
  t: TestContext,
  { command, address, kills }: { command: GatewayCommand; address: string; kills: number },
): Promise<{ said: Said[]; heard: Heard[] }> => {
  await (await openStore(address)).close()
  const random = createRandom(11)
  const [said, heard]: [Said[], Heard[]] = [[], []]
  const survivor = startChild(command)
  t.after(() => survivor.child.kill('SIGKILL'))
  await survivor.ready
  for (let kill = 0; kill < kills; kill++) {
    const victim = startChild(command)
    t.after(() => victim.child.kill('SIGKILL'))
    await victim.ready
    const fresh = messagesOf(kill, MESSAGES_A_KILL * 2)
    said.push(...fresh)
    // Both get messages of the same chats.
    survivor.say(fresh.filter((_, index) => index % 2 === 0))
    victim.say(fresh.filter((_, index) => index % 2 === 1))
    await sleep(random.between(10, 150))
    victim.child.kill('SIGKILL')
    await victim.exit
    heard.push(...victim.heard)
    // What the dead one had not stored is said again to the living one.
    survivor.say(fresh.filter((_, index) => index % 2 === 1))
  }
  survivor.child.stdin.end()
  assert.deepEqual(await survivor.exit, [0, null], survivor.notes())
  heard.push(...survivor.heard)

  // The survivor may have ended before it found the last one dead: the next gateway takes what is left.
  const last = startChild(command)
  t.after(() => last.child.kill('SIGKILL'))
  last.child.stdin.end()
  assert.deepEqual(await last.exit, [0, null], last.notes())
  heard.push(...last.heard)

  const store = await openStore(address)
  const tally = await check(store, said, heard)
  await store.close()
  t.diagnostic(`${said.length} messages: ${JSON.stringify(tally)}`)
  assert.ok(tally.answered > said.length * 0.5, JSON.stringify(tally))
  return { said, heard }
}
