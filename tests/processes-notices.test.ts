import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from './support/eventually.ts'
import { processBench } from './support/processes.ts'

const LONG = { timeoutMs: 120_000 }
const told = { sessionKey: 'chat:1', notifyOnComplete: true }

test('each end is announced once, to the session that asked, however many look', async (t) => {
  const { start, processes, another } = processBench(t)
  const { id } = await start('echo result; exit 2', told)
  const silent = await start('echo nobody asked', { sessionKey: 'chat:1' })
  const others = await start('true', { sessionKey: 'chat:2', notifyOnComplete: true })
  await Promise.all([id, silent.id, others.id].map((each) => processes.wait(each, LONG)))
  const clients = [processes, another(), another()]
  const claimed = (await Promise.all(clients.map((client) => client.claimNotices('chat:1')))).flat()
  assert.equal(claimed.length, 1)
  assert.deepEqual([claimed[0]?.process, claimed[0]?.type], [id, 'completion'])
  assert.equal(
    claimed[0]?.text,
    `[IMPORTANT: Background process ${id} exited (exit code 2).\nCommand: echo result; exit 2\nOutput:\nresult\n]`,
  )
  assert.deepEqual(await processes.claimNotices('chat:1'), [])
  assert.equal((await processes.claimNotices('chat:2')).length, 1)
})

test('looking does not take a notice away; saying that it was seen does, before the end and after it', async (t) => {
  const { start, processes } = processBench(t)
  const after = await start('true', told)
  await processes.wait(after.id, LONG)
  await processes.log(after.id)
  await processes.consume(after.id.slice(0, 12))
  assert.deepEqual(await processes.claimNotices('chat:1'), [])
  const before = await start('read x', told)
  await processes.consume(before.id)
  await processes.write(before.id, '\n')
  await processes.wait(before.id, LONG)
  assert.deepEqual(await processes.claimNotices('chat:1'), [])
})

test('a notice holds the last 2,000 characters and says that it was cut', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start('seq 1 5000', told)
  await processes.wait(id, LONG)
  const [notice] = await processes.claimNotices('chat:1')
  const output = notice?.text.split('Output:\n')[1] ?? ''
  assert.ok(output.startsWith('…') && output.endsWith('5000\n]'))
  assert.equal(output.length, 2_002)
})

test('who was ended by somebody is announced so', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start('sleep 600', told)
  await processes.kill(id, 'sam')
  const [notice] = await processes.claimNotices('chat:1')
  assert.match(notice?.text ?? '', /was ended by sam \(exit code 143, SIGTERM\)/)
})

test('what is watched for is told while it runs; who is told of the end is not told of lines', async (t) => {
  const { start, processes } = processBench(t)
  const watched = await start('echo starting; echo "server ready"; read x', {
    sessionKey: 'chat:1',
    watchPatterns: ['ready', ''],
  })
  const notices = await eventually(async () => {
    const found = await processes.claimNotices('chat:1')
    return found.length > 0 ? found : undefined
  }, 'the line is told')
  assert.deepEqual(
    notices.map(({ type, process }) => [type, process]),
    [['watch', watched.id]],
  )
  assert.match(notices[0]?.text ?? '', /Matched:\nserver ready/)
  await processes.write(watched.id, '\n')
  await processes.wait(watched.id, LONG)
  assert.deepEqual(await processes.claimNotices('chat:1'), [])
  const both = await start('echo ready', { ...told, watchPatterns: ['ready'] })
  await processes.wait(both.id, LONG)
  assert.deepEqual(
    (await processes.claimNotices('chat:1')).map(({ type }) => type),
    ['completion'],
  )
})

test('a host that takes a process up tells of nothing twice, and of what came meanwhile once', async (t) => {
  const { start, processes, killHost } = processBench(t)
  const claimed = (): Promise<string[]> =>
    eventually(async () => {
      const found = await processes.claimNotices('chat:1')
      return found.length > 0 ? found.map(({ text }) => /Matched:\n([^\]]*)/.exec(text)?.[1] ?? text) : undefined
    }, 'something is told')
  const { id } = await start('echo "one ready"; printf "two "; read x; echo ready; read x', {
    sessionKey: 'chat:1',
    watchPatterns: ['ready'],
  })
  assert.deepEqual(await claimed(), ['one ready'])
  await eventually(async () => (await processes.log(id)).text.endsWith('two '), 'half a line is there')
  await killHost()
  await processes.write(id, '\n')
  assert.deepEqual(await claimed(), ['two ready'])
})

test('how things stand is told in between, where there is something new', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start(String.raw`printf '\033[1mworking\033[0m\n'; read x`, {
    sessionKey: 'chat:1',
    checkIntervalS: 1,
  })
  const [notice] = await eventually(async () => {
    const found = await processes.claimNotices('chat:1')
    return found.length > 0 ? found : undefined
  }, 'an interim notice')
  assert.deepEqual([notice?.type, notice?.process], ['interim', id])
  assert.match(notice?.text ?? '', /is still running\.\n.*\nNew output:\nworking\n\]/)
})

test('an end while no host runs is announced all the same, once', async (t) => {
  const { start, processes, killHost } = processBench(t)
  const { id } = await start('read x; echo over', told)
  await killHost()
  await processes.write(id, '\n')
  await killHost()
  const [notice, ...more] = await eventually(async () => {
    const found = await processes.claimNotices('chat:1')
    return found.length > 0 ? found : undefined
  }, 'the end is announced')
  assert.match(notice?.text ?? '', /completed normally/)
  assert.deepEqual([...more, ...(await processes.claimNotices('chat:1'))], [])
})
