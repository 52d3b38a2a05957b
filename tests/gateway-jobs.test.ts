import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ToolContext } from '../src/agent/tool.ts'
import type { TurnRequest, TurnResult } from '../src/agent/turn.ts'
import { type ChatJobRules, DEFAULT_CHAT_JOB_RULES } from '../src/gateway/config/chat-rules.ts'
import { createCronTool } from '../src/gateway/jobs/cron-tool.ts'
import { createJob, pauseJob, resumeJob, runJob } from '../src/gateway/jobs/actions.ts'
import { queueDueJobs } from '../src/gateway/jobs/run-jobs.ts'
import { localPlatform } from '../src/gateway/platforms/local/platform.ts'
import { checkSchedule, nextRun } from '../src/gateway/jobs/schedule.ts'
import { AppError } from '../src/lib/error.ts'
import type { ProcessNotice, Processes } from '../src/processes/processes.ts'
import { countMail } from '../src/store/chats/gateway.ts'
import { listJobs, readJob } from '../src/store/chats/job.ts'
import { eventually } from './support/eventually.ts'
import { echo, gatewayStore, testConfig, testGateway, testPlatform } from './support/gateway.ts'
import { runHere } from './support/run-here.ts'
import { scratch } from './support/store.ts'

const HOUR_MS = 3_600_000
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

test('a schedule goes by the clocks of its place, also when they change', () => {
  const cases: [schedule: string, zone: string, after: string, next: string][] = [
    ['0 9 * * 1', 'UTC', '2026-11-17T00:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['0 9 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['0 9 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z', '2026-03-28T08:00:00.000Z'],
    // Half past two does not exist that night: it is run when the clocks go on.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    // Half past two comes twice that night: the second one does not count.
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['@daily', 'UTC', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00.000Z'],
  ]
  for (const [schedule, zone, after, next] of cases)
    assert.equal(iso(nextRun(schedule, zone, Date.parse(after))), next, `${schedule} ${zone}`)
})

test('what is no schedule is refused in our own words, which say what is wrong', () => {
  const cases: [schedule: string, problem: RegExp][] = [
    ['', /it has 0 fields and not five/],
    ['daily', /it has 1 field and not five/],
    ['* * * *', /it has 4 fields and not five/],
    ['* * * * * *', /it has 6 fields and not five/],
    ['@reboot', /the names that are known are @hourly, /],
    ['@daily @daily', /the names that are known/],
    ['61 * * * *', /its minute "61" is not understood; that is 0 to 59, /],
    ['5/10 * * * *', /its minute "5\/10" .* steps \(\*\/2\)/],
    ['*/0 * * * *', /its minute "\*\/0"/],
    ['0 24 * * *', /its hour "24" .* 0 to 23/],
    ['0 9 0 * *', /its day "0" .* 1 to 31/],
    ['0 9 * 13 *', /its month "13" .* JAN to DEC/],
    ['0 9 * * MONDAY-', /its weekday "MONDAY-" .* SUN to SAT/],
    ['0 9 5-2 * *', /its day "5-2"/],
    ['a b c d e', /its minute "a"/],
    // A date, which the library would take.
    ['Fri Jan 1 2027 09:30', /its minute "Fri"/],
    ['0 9:30 * * *', /its hour "9:30"/],
    ['0 0 30 2 *', /it is never due/],
    [`${'1,'.repeat(200)}1 * * * *`, /it has more than 200 characters/],
    ['\u001b[2J * * * *', /its minute "\\u001b\[2J"/],
  ]
  for (const [schedule, problem] of cases)
    assert.throws(
      () => checkSchedule(schedule, 'UTC'),
      (error) => {
        assert.ok(error instanceof AppError)
        assert.deepEqual([error.code, error.cause], ['usage', undefined])
        assert.match(error.message, problem)
        assert.match(error.hint ?? '', /"0 9 \* \* 1" for Mondays at nine/)
        return true
      },
      schedule,
    )
  assert.throws(() => checkSchedule('0 9 * * *', 'Europe/Atlantis'), { code: 'usage', message: /no time zone/ })
})

test('whatever is given as a schedule, what the library would say is never said', () => {
  const field = fc.oneof(
    fc.constantFrom('*', '5', '1-5', '*/2', 'MON', 'L', '1#9', '?', '+1', '15W', '99', '0-99/0', ':', ',', '@daily'),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(field, { minLength: 4, maxLength: 6 }), (fields) => {
      try {
        checkSchedule(fields.join(' '), 'UTC')
      } catch (error) {
        assert.ok(error instanceof AppError, String(error))
        assert.match(error.message, / is no schedule: (it |its |the names )/)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('at the command line a bad schedule ends with the code of a bad line, and no job is made', async (t) => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: scratch(t) }
  const cron = (...words: string[]) => runHere(['cron', ...words], { env, cwd: env.HOME })
  const told = await cron('add', '0 25 * * *', 'report')
  assert.deepEqual([told.status, told.stdout], [2, ''])
  assert.match(told.stderr, /^warmstart: "0 25 \* \* \*" is no schedule: its hour "25" [^\n]*\n {2}minute hour day /)
  const asked = await cron('add', '0 25 * * *', 'report', '--json')
  assert.equal(asked.status, 2)
  const { error } = JSON.parse(asked.stderr) as { error: { code: string; message: string; hint: string } }
  assert.equal(error.code, 'usage')
  assert.match(error.message, /0 to 23/)
  assert.deepEqual((JSON.parse((await cron('list', '--json')).stdout) as { jobs: unknown[] }).jobs, [])
})

test('a due run is queued once however many gateways look, and what was missed is made up for once or left out', async (t) => {
  const { app, store } = await gatewayStore(t)
  const now = Date.UTC(2026, 10, 16, 8)
  const asked = { owner: 'sam', schedule: '0 * * * *', prompt: 'report', deliver: 'local', timezone: 'UTC' }
  const made = await createJob(store, asked, now)
  const skipping = await createJob(store, { ...asked, missed: 'skip' }, now)
  assert.equal(await queueDueJobs(store, { now, gateway: 'a' }), 0)
  const due = now + HOUR_MS
  const counts = await Promise.all(['a', 'b', 'c'].map((gateway) => queueDueJobs(store, { now: due, gateway })))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    2,
  )
  // Nobody looked for a week.
  const late = due + 7 * 24 * HOUR_MS + 30 * 60_000
  assert.equal(await queueDueJobs(store, { now: late, gateway: 'a' }), 1)
  assert.deepEqual([(await readJob(store, made.id))?.runs, (await readJob(store, skipping.id))?.runs], [2, 1])
  // A clock that was set back runs nothing again.
  assert.equal(await queueDueJobs(store, { now, gateway: 'a' }), 0)
  assert.equal(iso((await readJob(store, made.id))?.nextAt), iso(late + 30 * 60_000))
  const paused = await pauseJob(store, made)
  assert.equal(await queueDueJobs(store, { now: late + HOUR_MS, gateway: 'a' }), 0)
  await resumeJob(store, paused, late + 2 * HOUR_MS)
  assert.ok(((await readJob(store, made.id))?.nextAt ?? 0) > late + 2 * HOUR_MS)
  assert.equal(app.owner, 'sam')
})

test('a job that nobody can read any more is paused and says why, and holds up no other', async (t) => {
  const { store } = await gatewayStore(t)
  const now = Date.now()
  const given = { owner: 'sam', schedule: '0 9 * * *', prompt: 'look', deliver: 'local', timezone: 'UTC' }
  const broken = await createJob(store, given, now)
  const whole = await createJob(store, given, now)
  await store.run("update job set timezone = 'Atlantis/Port', next_at = ? where id = ?", [now - 2_000, broken.id])
  await store.run('update job set next_at = ? where id = ?', [now - 1_000, whole.id])
  assert.equal(await queueDueJobs(store, { now, gateway: 'g1' }), 1)
  const after = await readJob(store, broken.id)
  assert.deepEqual([after?.state, after?.nextAt, after?.lastState], ['paused', undefined, 'failed'])
  assert.match(after?.lastNote ?? '', /^paused: there is no time zone "Atlantis\/Port"/)
  assert.equal((await readJob(store, whole.id))?.runs, 1)
})

test('a job runs in a session of its own and is delivered where it says, locally into a file for its owner alone', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram')
  const requests: TurnRequest[] = []
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    requests.push(request)
    const result = await echo(request)
    if (request.text === 'quiet') return { ...result, text: '[SILENT] nothing new' }
    return request.text === 'broken' ? { ...result, end: 'failed', text: '[SILENT]', error: 'no model' } : result
  }
  const config = testConfig({
    homeChannels: new Map([['telegram', { platform: 'telegram', chatId: '7', name: 'Home' }]]),
  })
  await testGateway({ app, store, respond, config, platforms: [chat.platform, localPlatform] })
  const job = async (prompt: string, deliver: string) => {
    const made = await createJob(
      store,
      { owner: 'sam', schedule: '0 0 1 1 *', prompt, deliver, timezone: 'UTC' },
      app.now(),
    )
    await runJob(store, made, app.now())
    return made.id
  }
  const id = await job('hello', 'telegram, Telegram:7, local, pigeon:1')
  const quiet = await job('quiet', 'telegram')
  const broken = await job('broken', 'telegram')
  await eventually(async () => (await countMail(store)).inbox['answered'] === 3 && chat.sent.length === 2, 'three runs')
  assert.deepEqual(chat.sent.map(({ chatId, text }) => `${chatId} ${text}`).toSorted(), [
    '7 The job "broken" did not end well (failed): no model',
    '7 echo: hello',
  ])
  const jobs = new Map((await listJobs(store)).map((each) => [each.id, each]))
  assert.deepEqual(
    [jobs.get(quiet)?.lastState, jobs.get(broken)?.lastState, jobs.get(id)?.lastState],
    ['silent', 'failed', 'answered'],
  )
  assert.match(jobs.get(id)?.lastNote ?? '', /there is no platform pigeon/)
  assert.deepEqual([jobs.get(id)?.runs, jobs.get(id)?.lastAt !== undefined], [1, true])
  const folder = join(app.home, 'cron', 'output', id)
  await eventually(() => readdirSync(join(app.home, 'cron', 'output')).includes(id), 'a local file')
  const [file = ''] = readdirSync(folder)
  assert.equal(readFileSync(join(folder, file), 'utf8'), 'echo: hello\n')
  assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)
  assert.equal(new Set(requests.map(({ session }) => session)).size, 3)
  assert.ok(requests.every(({ platform, owner }) => platform === 'cron' && owner === 'sam'))
})

test('the tool cron adds for the chat it is used in, and sees the jobs of its owner alone', async (t) => {
  const { app, store } = await gatewayStore(t)
  const tool = createCronTool({
    originOf: async (key) => (key === 'chat' ? { platform: 'telegram', chatType: 'dm', chatId: '7' } : undefined),
    timeZone: 'UTC',
  })
  const context = (key: string, owner: string): ToolContext => ({
    app,
    store,
    session: { id: 's', key, owner, project: undefined, startedAt: 0 },
    cwd: app.home,
    signal: new AbortController().signal,
    approve: async () => false,
  })
  const ask = async (args: Record<string, unknown>, key = 'chat', owner = 'telegram:7') => {
    const { text, isError } = await tool.run(args, context(key, owner))
    const { added, jobs } = JSON.parse(text) as { added?: { id: string; deliver: string }; jobs?: unknown[] }
    return { added, jobs, isError }
  }
  const { added } = await ask({ action: 'add', schedule: '0 9 * * 1', prompt: 'the week' })
  assert.equal(added?.deliver, 'origin')
  const [job] = await listJobs(store, 'telegram:7')
  assert.deepEqual(JSON.parse(job?.origin ?? ''), { platform: 'telegram', chat_type: 'dm', chat_id: '7' })
  assert.equal((await ask({ action: 'add', schedule: '0 9 * * 1', prompt: 'x' }, 'elsewhere')).added?.deliver, 'local')
  for (const args of [
    { action: 'pause', job: added?.id },
    { action: 'remove', job: added?.id },
  ])
    assert.equal((await ask(args, 'other', 'telegram:8')).isError, true)
  assert.deepEqual((await ask({ action: 'list' }, 'other', 'telegram:8')).jobs, [])
  const bad = [
    {},
    { action: 'add' },
    { action: 'add', schedule: 'x', prompt: 'y' },
    { action: 'explode' },
    { action: 'run', job: 7 },
  ]
  for (const args of bad) assert.equal((await ask(args)).isError, true, JSON.stringify(args))
  assert.equal((await ask({ action: 'add', schedule: '0 9 * * 1', prompt: 'x' }, 'cron:a:1')).isError, true)
  for (const action of ['pause', 'resume', 'run', 'remove'])
    assert.equal((await ask({ action, job: added?.id })).isError, undefined, action)
})

/** The tool as a chat has it, with a clock that a test sets. */
const chatTool = async (t: Parameters<typeof gatewayStore>[0], rules?: ChatJobRules) => {
  const { app, store } = await gatewayStore(t)
  let at = Date.UTC(2026, 10, 16, 8)
  const tool = createCronTool({
    originOf: async (key) => ({ platform: 'telegram', chatType: 'dm', chatId: key, userId: key }),
    timeZone: 'UTC',
    ...(rules === undefined ? {} : { rules }),
  })
  const ask = async (args: Record<string, unknown>, who = '7') => {
    const { text } = await tool.run(args, {
      app: { ...app, now: () => at },
      store,
      session: { id: 's', key: who, owner: `telegram:${who}`, project: undefined, startedAt: 0 },
      cwd: app.home,
      signal: new AbortController().signal,
      approve: async () => false,
    })
    return JSON.parse(text) as { added?: { id: string }; queued?: unknown; error?: string; hint?: string }
  }
  const add = (schedule: string, more: Record<string, unknown> = {}, who?: string) =>
    ask({ action: 'add', schedule, prompt: 'look', ...more }, who)
  return { store, tool, ask, add, now: () => at, pass: (ms: number) => void (at += ms) }
}

test('a job of a chat runs at most every 15 minutes, however its schedule is written', async (t) => {
  const { add, tool } = await chatTool(t)
  assert.match(tool.description, /at least 15 minutes between two runs/)
  const often = ['* * * * *', '*/10 * * * *', '0,14 9 * * *', '0,59 * * * *', '5,55 0,23 * * *', '59,0 23,0 1,2 * *']
  for (const schedule of often) assert.ok((await add(schedule)).error !== undefined, schedule)
  const { error, hint } = await add('*/5 * * * *')
  assert.match(`${error} ${hint}`, /again after 5 minutes .*at most every 15 minutes/)
  for (const schedule of ['*/15 * * * *', '0,30 * * * *', '@hourly', '0 9 * * 1', '0 0 29 2 *'])
    assert.ok((await add(schedule)).added !== undefined, schedule)
})

test('one that is there with a shorter schedule is slowed down, and one of the command line is not', async (t) => {
  const { store, now } = await chatTool(t)
  const origin = { platform: 'telegram', chatType: 'dm', chatId: '7' }
  const job = { owner: 'telegram:7', schedule: '* * * * *', prompt: 'look', deliver: 'origin', timezone: 'UTC' }
  const ofChat = await createJob(store, { ...job, origin }, now())
  const ofOperator = await createJob(store, { ...job, owner: 'sam', deliver: 'local' }, now())
  for (let minute = 1; minute <= 60; minute++)
    await queueDueJobs(store, { now: now() + minute * 60_000, gateway: 'g', rules: DEFAULT_CHAT_JOB_RULES })
  assert.deepEqual([(await readJob(store, ofChat.id))?.runs, (await readJob(store, ofOperator.id))?.runs], [4, 60])
})

test('one person has ten jobs in chats at most, which is nobody else’s business and not that of the command line', async (t) => {
  const { add, store, now } = await chatTool(t)
  for (let count = 0; count < 10; count++) assert.ok((await add('0 9 * * 1')).added !== undefined)
  assert.match((await add('0 9 * * 1')).error ?? '', /there are 10 jobs already, and a chat may have 10/)
  assert.ok((await add('0 9 * * 1', {}, '8')).added !== undefined)
  const job = { owner: 'telegram:7', schedule: '0 9 * * 1', prompt: 'look', deliver: 'local', timezone: 'UTC' }
  await createJob(store, job, now())
  assert.equal((await listJobs(store, 'telegram:7')).length, 11)
})

test('limits and further targets are the operator’s to set', async (t) => {
  const rules = { minIntervalMinutes: 5, jobsPerPerson: 1, targets: ['telegram:-7'] }
  const { add, ask, tool } = await chatTool(t, rules)
  assert.match(tool.description, /telegram:-7/)
  assert.match((await add('0 9 * * 1', { deliver: 'telegram:-8' })).error ?? '', /cannot deliver to telegram:-8/)
  const { added } = await add('*/5 * * * *', { deliver: 'origin, Telegram:-7' })
  assert.ok(added !== undefined)
  assert.match((await add('0 9 * * 1')).error ?? '', /a chat may have 1/)
  await ask({ action: 'remove', job: added.id })
  assert.ok((await add('0 9 * * 1')).added !== undefined)
})

test('running a job by hand is held to the same interval, also where it is removed and made again', async (t) => {
  const { add, ask, pass } = await chatTool(t)
  const { added } = await add('0 9 * * 1')
  const run = (job = added?.id) => ask({ action: 'run', job })
  assert.ok((await run()).queued !== undefined)
  assert.match((await run()).error ?? '', /it ran 0 minutes ago/)
  pass(14 * 60_000)
  assert.match((await run()).error ?? '', /it ran 14 minutes ago/)
  pass(60_000)
  assert.ok((await run()).queued !== undefined)
  // A clock that was set back does not hold it for ever.
  pass(-HOUR_MS)
  assert.ok((await run()).queued !== undefined)
  const errors: string[] = []
  for (let count = 0; count < 20; count++) {
    const made = await add('0 9 * * 1', { name: `again ${count}` })
    const { error } = await run(made.added?.id)
    if (error !== undefined) errors.push(error)
    await ask({ action: 'remove', job: made.added?.id })
  }
  assert.ok(errors.length >= 10 && errors.every((error) => error.includes('too many jobs were run by hand')))
})

test('a notice of a process comes to the chat that started it, once, and to nobody else', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform()
  const waiting = new Map<string, ProcessNotice[]>()
  const processes = {
    list: async () => [...waiting.keys()].map((sessionKey) => ({ sessionKey })),
    noticesWaiting: async () => [...waiting].flatMap(([key, notices]) => (notices.length > 0 ? [key] : [])),
    claimNotices: async (key: string) => waiting.get(key)?.splice(0) ?? [],
  } as unknown as Processes
  await testGateway({ app, store, processes, platforms: [chat.platform] })
  await chat.say('start it', { chatId: 'mine' })
  await chat.say('hello', { chatId: 'other' })
  await eventually(() => chat.sent.length === 2, 'both chats are there')
  const notice: ProcessNotice = { process: 'p1', type: 'completion', at: 1, text: 'the build is done' }
  waiting.set('agent:main:console:dm:mine', [notice])
  waiting.set('somebody-elses', [{ ...notice, process: 'p2' }])
  await eventually(() => chat.sent.length === 3, 'the notice is told')
  assert.deepEqual([chat.sent[2]?.chatId, chat.sent[2]?.text], ['mine', 'echo: the build is done'])
  assert.equal(waiting.get('somebody-elses')?.length, 1)
})
