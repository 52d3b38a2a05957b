import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectHost } from '../../src/processes/host/connect.ts'
import { createApp } from '../../src/app.ts'
import type { App } from '../../src/app.ts'
import { eventually } from './eventually.ts'
import { scratch } from './store.ts'

/** A line as the console platform writes it. */
export interface ConsoleReply {
  id?: string
  chat_id?: string
  thread_id?: string
  answers?: string
  reply_to?: string
  text?: string
  error?: { code: string }
}

type Said = Readonly<Record<string, unknown>>

/** A user's home in which the real program runs a gateway on the console, asking the model at this address. */
export const consoleHome = (
  t: { after(clean: () => void | Promise<void>): void },
  { model, gateway = {}, store }: { model: string; gateway?: Record<string, unknown>; store?: string },
) => {
  const root = scratch(t)
  const home = join(root, '.warmstart')
  mkdirSync(home)
  const configure = (section: Record<string, unknown>): void =>
    writeFileSync(
      join(home, 'warmstart.config.json'),
      JSON.stringify({ model: { baseUrl: `${model}/v1`, name: 'scripted', retries: 20 }, gateway: section }),
    )
  configure(gateway)
  const address = store ?? `sqlite:${join(home, 'warmstart.db')}`
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, WARMSTART_OWNER: 'sam', WARMSTART_STORE: address }
  const plain = createApp({ store: address })
  const app: App = { ...plain, home, owner: 'sam', place: { home: root, env, platform: process.platform } }

  /** A gateway that runs until its input ends. */
  const start = (more: Record<string, string> = {}) => {
    const words = [ENTER, 'gateway', '--platform', 'console']
    const child: ChildProcessWithoutNullStreams = spawn(process.execPath, words, {
      cwd: root,
      env: { ...env, ...more },
    })
    t.after(() => void child.kill('SIGKILL'))
    const exit = once(child, 'close')
    const replies: ConsoleReply[] = []
    let [rest, notes] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) replies.push(JSON.parse(line) as ConsoleReply)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text))
    // It may be dead by now.
    child.stdin.on('error', () => undefined)
    const say = (...messages: Said[]): void => {
      for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`)
    }
    const ready = (): Promise<boolean> =>
      eventually(() => notes.includes('serving') || child.exitCode !== null || child.signalCode !== null, 'it serves')
    /** The next reply that fits; those before it stay where they are. */
    const heard = async (fits: RegExp): Promise<string> => {
      await eventually(
        () => replies.some(({ text }) => fits.test(text ?? '')),
        `${String(fits)} among ${JSON.stringify(replies)} ${notes}`,
      )
      return replies.find(({ text }) => fits.test(text ?? ''))?.text ?? ''
    }
    return { child, exit, replies, say, ready, heard, notes: () => notes }
  }

  /** Says everything, and waits until all is answered. */
  const talk = async (messages: readonly Said[], more: Record<string, string> = {}): Promise<ConsoleReply[]> => {
    const gateway = start(more)
    gateway.say(...messages)
    gateway.child.stdin.end()
    const [code] = (await gateway.exit) as [number | null]
    if (code !== 0) throw new Error(`the gateway ended with ${code}: ${gateway.notes()}`)
    return gateway.replies
  }

  /** Ends the host of processes with everything that it holds. */
  const endProcesses = async (): Promise<void> => {
    const { socket, pid } = await connectHost(app, {})
    socket.destroy()
    process.kill(pid, 'SIGTERM')
  }

  return { root, home, app, address, configure, start, talk, endProcesses }
}

const ENTER = join(import.meta.dirname, '..', '..', 'src', 'interfaces', 'cli', 'enter.mjs')
