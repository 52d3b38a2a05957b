import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { statFields } from '../src/processes/trees/identity.ts'
import { eventually } from './support/eventually.ts'
import { processBench } from './support/processes.ts'
import { programAt } from './support/programs.ts'

const LINUX = { skip: process.platform !== 'linux' && 'counts descriptors in /proc' }
const LONG = { timeoutMs: 120_000 }

const childrenOf = (pid: number): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && statFields(readFileSync(`/proc/${name}/stat`, 'latin1'))?.parent === pid
    } catch {
      return false
    }
  })

test('short processes in a row leave neither zombies nor open files behind', LINUX, async (t) => {
  const { start, processes, hostPid } = processBench(t, { limits: { tracked: 8, running: 8 } })
  const run = async (pty: boolean): Promise<void> => {
    const { id } = await start('exit 0', { pty })
    await processes.wait(id, LONG)
  }
  for (let at = 0; at < 10; at++) await run(at % 2 === 0)
  const pid = await hostPid()
  const filesOpen = (): number => readdirSync(`/proc/${pid}/fd`).length
  const before = filesOpen()
  for (let at = 0; at < 40; at++) await run(at % 4 === 0)
  await eventually(() => filesOpen() <= before, 'no more files are open than before')
  await eventually(() => childrenOf(pid).length === 0, 'no child is left, not even as a zombie')
})

test('many loud ones at once lose nothing but what the buffer says', async (t) => {
  const { start, processes } = processBench(t)
  const started = await Promise.all(Array.from({ length: 12 }, () => start('yes 123456789 | head -c 2000000')))
  for (const { id } of started) {
    const { outputChars, droppedChars } = await processes.wait(id, LONG)
    assert.deepEqual([outputChars, droppedChars], [2_000_000, 1_800_000])
    assert.equal((await processes.log(id)).text, '123456789\n'.repeat(20_000))
  }
})

test(
  'a writer that never stops hides neither itself nor its end, and its log does not grow without bound',
  LINUX,
  async (t) => {
    const { start, processes, directory } = processBench(t)
    // The limit is for the day this test fails.
    const endless = await start('timeout 100 yes')
    const read = await eventually(async () => {
      const view = await processes.find(endless.id)
      return (view?.outputChars ?? 0) > 300_000_000 ? view : undefined
    }, 'much was read')
    assert.equal(read.state, 'running')
    const { blocks, size } = statSync(join(directory, endless.id, 'log'))
    // Without the program the disk keeps everything; `process start` says so.
    if (programAt('fallocate') !== undefined) assert.ok(blocks * 512 < size, `${blocks * 512} of ${size} bytes on disk`)
    const { text } = await processes.log(endless.id)
    assert.ok(text.length === 200_000 && /^(?:y\n)+y?$|^\n(?:y\n)+y?$/.test(text))
    assert.equal((await processes.kill(endless.id, 'sam')).state, 'killed')
    const parent = await start('timeout 100 yes & exit 3')
    assert.equal((await processes.wait(parent.id, LONG)).exitCode, 3)
    await processes.kill(parent.id, 'sam')
  },
)

test('where the writer is too far ahead the rest is passed over, and the end is still the end', async (t) => {
  const { start, processes } = processBench(t, { limits: { lagBytes: 2_000_000, trimBytes: 2_000_000 } })
  const { id } = await start('yes "€uro" | head -c 40000000; echo; echo end')
  const { outputChars, droppedChars } = await processes.wait(id, LONG)
  // Seven bytes are five characters; what is passed over counts one for each byte.
  assert.ok(outputChars >= Math.floor((40_000_000 * 5) / 7) && outputChars <= 40_000_005, String(outputChars))
  const { text } = await processes.log(id)
  assert.equal(text.length, outputChars - droppedChars)
  assert.match(text, /€uro\n€uro\n[€uro\uFFFD]{0,6}\nend\n$/)
})

test('whoever does not speak the language is not listened to, and harms nobody', async (t) => {
  const { start, processes, directory } = processBench(t)
  const { id } = await start('sleep 600')
  const socket = readdirSync(directory).find((name) => name.endsWith('.sock')) ?? ''
  for (const line of [
    'nonsense\n',
    '[]\n',
    '{"id":1}\n',
    '{"id":1,"method":"constructor","params":{}}\n',
    `${'x'.repeat(17_000_000)}`,
  ]) {
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const connection = createConnection(join(directory, socket))
      connection.on('data', (piece) => {
        text += String(piece)
        if (text.split('\n').length > 2) connection.destroy()
      })
      connection.on('error', () => undefined)
      connection.on('close', () => resolve(text))
      connection.write(line)
    })
    assert.match(answer.split('\n')[0] ?? '', /"warmstart":"processes","version":1/)
    assert.match(answer.split('\n')[1] ?? '', /^$|does not know constructor/)
  }
  assert.equal((await processes.find(id))?.state, 'running')
})

test('a host of another version is told apart, and left alone', async (t) => {
  const { app, start, directory } = processBench(t)
  await start('sleep 600')
  const { createServer } = await import('node:net')
  const { connectHost } = await import('../src/processes/host/connect.ts')
  const other = { ...app, storeAddress: 'sqlite:/another/store.db' }
  const { locateHost } = await import('../src/processes/host/place.ts')
  const server = createServer((socket) => socket.end('{"warmstart":"processes","version":999,"pid":4711}\n'))
  const path = join(directory, locateHost(other).socket)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.after(() => void server.close())
  await assert.rejects(connectHost(other, {}), { code: 'host-version' })
  writeFileSync(join(directory, 'unrelated'), '')
})
