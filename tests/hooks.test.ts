import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import { agentsWith, hookAgentNamed } from '../src/interfaces/hooks/registry.ts'
import { noteHookRun, readHookFigures } from '../src/verbs/hook/log-operation.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import { createRandom } from '../src/sample/random.ts'
import { openExisting } from '../src/store/open-existing.ts'
import { Ledger } from '../src/schema/listing/ledger.ts'
import { SCHEMA_VERSION } from '../src/store/meta.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { FIXED, fixturesOf, givenIn, hasFixture, hookFixture, loadedBy, runHookProcess } from './support/hook.ts'
import { startPostgres } from './support/postgres.ts'
import { scratch } from './support/store.ts'
import { recoveryDraft, templateDraft } from './support/template-fixture.ts'

const ENTER = join(import.meta.dirname, '..', 'src/interfaces/cli/enter.mjs')

type TestContext = Parameters<typeof scratch>[0]

interface Place {
  home: string
  project: string
  store: string
  env: Record<string, string>
}

/** A home with a store that holds a template for a project. */
const laidOut = async (t: TestContext, address?: string): Promise<Place> => {
  const home = scratch(t)
  const project = join(home, 'shop')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(project, 'cart'))
  mkdirSync(join(home, 'ours'))
  const store = join(home, 'ours', 'warmstart.db')
  await fill(address ?? `sqlite:${store}`, project)
  const env = { HOME: join(home, 'user'), WARMSTART_HOME: join(home, 'ours') }
  return { home, project, store, env: address === undefined ? env : { ...env, WARMSTART_STORE: address } }
}

const fill = async (address: string, project: string): Promise<void> => {
  const connection = await openStore(address)
  const now = Date.now()
  const scope = { owner: 'sam', project, source: null, platform: null, model: null }
  const recoveries = [recoveryDraft('package cart is not in std (<path>)', { expiresAt: null })]
  const draft = templateDraft({ scope, recoveries })
  await saveTemplate(connection, { owner: 'sam', name: 'shop-go', state: 'active', draft, now })
  await refreshReady(connection, { owner: 'sam', now })
  await connection.close()
}

const rows = (path: string, sql: string): Record<string, unknown>[] => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}

const LEDGER = 'select event, arm, source, session_key from exposure order by at, event'
const WARM = { WARMSTART_ARM: 'warm' }
const NOTHING = { code: 0, signal: null, stdout: '', stderr: '' }

for (const agent of agentsWith('agent')) {
  suite(agent, () => {
    test('a session that starts below a project with a template is given it in the form that its vendor documents', async (t) => {
      const { project, store, env } = await laidOut(t)
      const payload = hookFixture(agent, 'start', { cwd: join(project, 'cart') })
      const { code, stdout, stderr } = await runHookProcess(agent, payload, { env: { ...env, ...WARM } })
      assert.deepEqual([code, stderr], [0, ''])
      const hook = await hookAgentNamed(agent)
      assert.deepEqual(JSON.parse(stdout), hook?.answer(payload, givenIn(stdout)))
      assert.match(givenIn(stdout), /go test/)
      assert.ok(Buffer.byteLength(givenIn(stdout)) <= (hook?.mostBytes ?? 0))
      const event = hook?.read(payload)?.kind === 'prompt' ? 'prompt' : 'session-start'
      assert.deepEqual(rows(store, LEDGER), [{ event, arm: 'warm', source: agent, session_key: FIXED.session }])
    })

    test('after a compaction it is given the same words, and its next messages nothing', async (t) => {
      const { project, env } = await laidOut(t)
      const send = async (name: string): Promise<string> =>
        givenIn(
          (await runHookProcess(agent, hookFixture(agent, name, { cwd: project }), { env: { ...env, ...WARM } }))
            .stdout,
        )
      const first = await send('start')
      assert.notEqual(first, '')
      if (hasFixture(agent, 'prompt')) assert.equal(await send('prompt'), '')
      if (hasFixture(agent, 'compaction')) assert.equal(await send('compaction'), first)
    })

    test('every payload ends with 0, and says nothing or what its vendor understands', async (t) => {
      const { home, project, env } = await laidOut(t)
      // One was started just now, so that the ends among them start no other.
      writeFileSync(join(home, 'ours', 'hook-sync'), '')
      for (const name of fixturesOf(agent)) {
        const payload = hookFixture(agent, name, { cwd: project, session: name })
        const { code, stdout } = await runHookProcess(agent, payload, { env: { ...env, ...WARM } })
        assert.equal(code, 0, name)
        const kind = (await hookAgentNamed(agent))?.read(payload)?.kind ?? 'nothing'
        const isTold = ['start', 'prompt', 'failed-call'].includes(kind) && !name.endsWith('-unsure')
        assert.equal(givenIn(stdout) !== '', isTold, `${name}: ${stdout}`)
      }
      assert.ok(!existsSync(join(home, 'ours', 'hook.log')), 'nothing went wrong')
    })

    const BROKEN: [what: string, payload: unknown][] = [
      ['nothing', ''],
      ['half a payload', '{"session_id": "a", "hook_ev'],
      ['a list', '[]'],
      ['a payload without fields', '{}'],
      ['fields of other types', { session_id: 7, hook_event_name: ['SessionStart'], source: {} }],
      ['9 MB', { session_id: 'a', hook_event_name: 'SessionStart', source: 'startup', more: 'x'.repeat(9_000_000) }],
    ]
    test('what is no payload ends with 0 and without a word', async (t) => {
      const { env } = await laidOut(t)
      for (const [what, payload] of BROKEN)
        assert.deepEqual(await runHookProcess(agent, payload, { env: { ...env, ...WARM } }), NOTHING, what)
    })
  })
}

const AGENT = 'claude-code'
const startOf = (project: string, session: string): Record<string, unknown> =>
  hookFixture(AGENT, 'start', { cwd: project, session })
const logOf = (home: string): string => {
  const path = join(home, 'ours', 'hook.log')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

test('an agent that does not close the pipe is answered all the same', async (t) => {
  const { project, env } = await laidOut(t)
  const { stdout } = await runHookProcess(AGENT, startOf(project, 'open'), { env: { ...env, ...WARM }, isOpen: true })
  assert.match(givenIn(stdout), /go test/)
})

test('hooks of one session that run at once give one dose', async (t) => {
  const { project, store, env } = await laidOut(t)
  const options = { env: { ...env, ...WARM } }
  const message = hookFixture(AGENT, 'prompt', { cwd: project, session: 'same' })
  const runs = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((each) =>
      runHookProcess(AGENT, each % 2 === 0 ? startOf(project, 'same') : message, options),
    ),
  )
  assert.deepEqual(
    runs.map(({ code }) => code),
    runs.map(() => 0),
  )
  assert.equal(runs.filter(({ stdout }) => stdout !== '').length, 1)
  assert.equal(rows(store, LEDGER).length, 1)
  assert.equal(rows(store, 'select * from delivery').length, 1)
})

test('a hook that is killed at any moment has written down both what it gave and to whom, or neither', async (t) => {
  const { project, store, env } = await laidOut(t)
  const random = createRandom(3)
  let killed = 0
  let lost = 0
  for (let count = 0; count < 24; count++) {
    const run = await runHookProcess(AGENT, startOf(project, `killed-${count}`), {
      env: { ...env, ...WARM },
      killAfterMs: random.between(20, 200),
    })
    if (run.signal === 'SIGKILL') killed++
    const entries = rows(store, `select 1 from exposure where session_key = 'killed-${count}'`).length
    const deliveries = rows(store, `select 1 from delivery where session_key = 'killed-${count}'`).length
    assert.equal(entries, deliveries)
    if (run.stdout !== '') assert.equal(entries, 1, 'what was said is written down')
    else lost += entries
  }
  assert.ok(killed >= 3, `only ${killed} were killed`)
  assert.ok(lost <= 2, `${lost} were written down and not said`)
})

suite('the arm', () => {
  const CASES: [word: string, gives: boolean, arms: string[]][] = [
    ['warm', true, ['warm']],
    ['cold', false, ['cold']],
    ['off', false, []],
    ['colde', false, []],
  ]
  for (const [word, gives, arms] of CASES) {
    test(`WARMSTART_ARM=${word}`, async (t) => {
      const { home, project, store, env } = await laidOut(t)
      const { code, stdout } = await runHookProcess(AGENT, startOf(project, 'a'), {
        env: { ...env, WARMSTART_ARM: word },
      })
      assert.deepEqual([code, stdout !== ''], [0, gives])
      assert.deepEqual(
        rows(store, LEDGER).map(({ arm }) => arm),
        arms,
      )
      assert.equal(/unknown-arm/.test(logOf(home)), word === 'colde')
    })
  }
})

suite('a store that is of no use', () => {
  const fails = async (place: Place, code: RegExp, more: Record<string, string> = {}): Promise<void> => {
    const run = await runHookProcess(AGENT, startOf(place.project, 'a'), { env: { ...place.env, ...WARM, ...more } })
    assert.deepEqual(run, NOTHING)
    assert.match(logOf(place.home), code)
  }

  test('missing: none is made', async (t) => {
    const place = await laidOut(t)
    const store = join(place.home, 'none.db')
    await fails(place, /no-such-store/, { WARMSTART_STORE: `sqlite:${store}` })
    assert.ok(!existsSync(store))
    writeFileSync(store, '')
    await fails(place, /no-such-store/, { WARMSTART_STORE: `sqlite:${store}` })
    assert.equal(readFileSync(store).length, 0)
  })

  test('damaged', async (t) => {
    const place = await laidOut(t)
    writeFileSync(place.store, 'no database at all '.repeat(1000))
    await fails(place, /store-damaged/)
  })

  test("another program's database", async (t) => {
    const place = await laidOut(t)
    const other = join(place.home, 'other.db')
    const database = new DatabaseSync(other)
    database.exec('create table theirs (id integer)')
    database.close()
    await fails(place, /store-foreign/, { WARMSTART_STORE: `sqlite:${other}` })
    assert.deepEqual(rows(other, 'select name from sqlite_master'), [{ name: 'theirs' }])
  })

  for (const [what, change] of [
    ['newer', `insert into migration (id) values (${SCHEMA_VERSION + 1})`],
    ['older', `delete from migration where id = ${SCHEMA_VERSION}`],
  ] as const) {
    test(`of a ${what} schema: it is left as it is`, async (t) => {
      const place = await laidOut(t)
      const database = new DatabaseSync(place.store)
      database.exec(change)
      database.close()
      const before = rows(place.store, 'select id from migration order by id')
      await fails(place, new RegExp(`store-schema: the store is of a ${what} schema`))
      assert.deepEqual(rows(place.store, 'select id from migration order by id'), before)
    })
  }

  test('locked: nothing is given until it is free, and then it is', async (t) => {
    const place = await laidOut(t)
    const database = new DatabaseSync(place.store)
    database.exec('begin immediate; delete from delivery')
    await fails(place, /too-late/, { WARMSTART_HOOK_MS: '1500' })
    database.exec('rollback')
    database.close()
    const { stdout } = await runHookProcess(AGENT, startOf(place.project, 'a'), { env: { ...place.env, ...WARM } })
    assert.match(givenIn(stdout), /go test/)
  })

  test('of an address that is none', async (t) => {
    await fails(await laidOut(t), /store-url/, { WARMSTART_STORE: 'mysql://sam:word@db/x' })
  })

  test('in a home that nobody may write', async (t) => {
    const place = await laidOut(t)
    const ours = join(place.home, 'ours')
    for (const name of readdirSync(ours)) chmodSync(join(ours, name), 0o444)
    chmodSync(ours, 0o555)
    const run = await runHookProcess(AGENT, startOf(place.project, 'a'), { env: { ...place.env, ...WARM } })
    assert.equal(run.code, 0)
    // Root may write anywhere; everybody else is given nothing, because nothing can be written down.
    if (process.getuid?.() !== 0) assert.equal(run.stdout, '')
    chmodSync(ours, 0o755)
    const nowhere = { ...place.env, ...WARM, WARMSTART_HOME: '/dev/null/none', HOME: '/dev/null' }
    assert.deepEqual(await runHookProcess(AGENT, startOf(place.project, 'a'), { env: nowhere }), NOTHING)
    const end = hookFixture(AGENT, 'end', { cwd: place.project })
    assert.deepEqual(await runHookProcess(AGENT, end, { env: nowhere }), NOTHING)
  })
})

test('whoever is late gives nothing, and writes nothing down', async (t) => {
  const { home, project, store, env } = await laidOut(t)
  const late = { ...env, ...WARM, WARMSTART_HOOK_MS: '1' }
  assert.deepEqual(await runHookProcess(AGENT, startOf(project, 'late'), { env: late }), NOTHING)
  assert.deepEqual(rows(store, LEDGER), [])
  assert.match(logOf(home), /too-late/)
})

suite('a session whose hooks came too late', () => {
  const LATE = { WARMSTART_HOOK_MS: '1' }
  const send = (place: Place, name: string, more: Record<string, string> = {}, given: { session?: string } = {}) =>
    runHookProcess(AGENT, hookFixture(AGENT, name, { cwd: place.project, session: 'slow', ...given }), {
      env: { ...place.env, ...WARM, ...more },
    })
  const figures = (place: Place) => {
    const found = readHookFigures(join(place.home, 'ours'))
    return found === undefined ? undefined : [found.late, found.runs, found.sessionsMissed]
  }

  test('is given its dose at the first message that is in time, and is counted', async (t) => {
    const place = await laidOut(t)
    for (const name of ['start', 'prompt', 'prompt']) assert.deepEqual(await send(place, name, LATE), NOTHING)
    // Time was over before the payload was read, so that the session is not known.
    assert.deepEqual(figures(place), [3, 3, 0])
    assert.match(givenIn((await send(place, 'prompt')).stdout), /go test/)
    assert.deepEqual(await send(place, 'prompt'), NOTHING)
    assert.deepEqual(figures(place), [3, 5, 0])
    assert.deepEqual(
      rows(place.store, LEDGER).map(({ event }) => event),
      ['prompt'],
    )
  })

  test('`doctor` and `ledger` say how many came too late', async (t) => {
    const place = await laidOut(t)
    await send(place, 'start', LATE)
    await send(place, 'prompt')
    const { WARMSTART_ARM: _arm, WARMSTART_STORE: _store, ...rest } = process.env
    const say = (...words: string[]): string =>
      execFileSync(process.execPath, [ENTER, ...words], {
        env: { ...rest, WARMSTART_OWNER: 'sam', ...place.env },
        encoding: 'utf8',
      })
    assert.match(say('doctor'), /hooks +too late: 1 of 2 since \d{4}-\d\d-\d\d; 1,500 ms at most/)
    assert.match(say('ledger'), /Hooks too late: 1 of 2 since/)
    const report: unknown = JSON.parse(say('ledger', '--json'))
    assert.deepEqual(v.parse(Ledger, report).hooks?.late, 1)
  })

  test('is given it although a hint came before', async (t) => {
    const place = await laidOut(t)
    await send(place, 'start', LATE)
    assert.match(givenIn((await send(place, 'failure')).stdout), /not in std/)
    assert.match(givenIn((await send(place, 'prompt')).stdout), /go test/)
    assert.deepEqual(rows(place.store, "select arm, hints <> '[]' as hinted from delivery"), [
      { arm: 'warm', hinted: 1 },
    ])
    assert.deepEqual(await send(place, 'prompt'), NOTHING)
  })

  test('is given it after a compaction, and after it was resumed; one that began without us is not', async (t) => {
    const place = await laidOut(t)
    noteHookRun({ home: join(place.home, 'ours'), now: Date.now }, { agent: AGENT, sessionKey: 'slow', result: 'late' })
    assert.deepEqual(await send(place, 'resume'), NOTHING)
    assert.deepEqual(figures(place), [1, 1, 1])
    assert.match(givenIn((await send(place, 'compaction')).stdout), /go test/)
    assert.deepEqual(figures(place), [1, 2, 0])
    assert.deepEqual(await send(place, 'resume', {}, { session: 'other' }), NOTHING)
    assert.deepEqual(await send(place, 'prompt', {}, { session: 'other' }), NOTHING)
    assert.deepEqual(await send(place, 'compaction', {}, { session: 'third' }), NOTHING)
  })
})

test('what the environment does not say, the file .env in our home does', async (t) => {
  const { home, project, env } = await laidOut(t)
  const file = join(home, 'ours', '.env')
  let count = 0
  const run = (words: string, more: Record<string, string> = {}) => {
    writeFileSync(file, words)
    return runHookProcess(AGENT, startOf(project, `session-${count++}`), { env: { ...env, ...more } })
  }
  assert.deepEqual(await run('WARMSTART_ARM=off\n'), NOTHING)
  assert.match(givenIn((await run('WARMSTART_ARM=off\n# two\n', WARM)).stdout), /go test/)
  assert.match(givenIn((await run('WARMSTART_ARM="warm"\n')).stdout), /go test/)
  assert.match(givenIn((await run('WARMSTART_ARM=warm\nno line at all\n', { WARMSTART_ARM: '' })).stdout), /go test/)
  assert.ok(!existsSync(join(home, 'ours', 'hook.log')))
  assert.deepEqual(await run('WARMSTART_STORE=sqlite:/not/there.db\n', WARM), NOTHING)
  assert.match(logOf(home), /no-such-store/)
  assert.deepEqual(await run('WARMSTART_ARM=warm\nWARMSTART_HOOK_MS=1\n', { WARMSTART_HOOK_MS: '' }), NOTHING)
  assert.match(logOf(home), /too-late/)
})

test('an agent that has no hooks here is not an error', async (t) => {
  const { home, env } = await laidOut(t)
  assert.deepEqual(await runHookProcess('nobody', '{}', { env }), NOTHING)
  assert.match(logOf(home), /nobody unknown-agent/)
})

test('few files are loaded, and no package', async (t) => {
  const { home, project, env } = await laidOut(t)
  const { stdout, loaded } = await loadedBy(AGENT, startOf(project, 'loads'), { home, env: { ...env, ...WARM } })
  assert.notEqual(stdout, '')
  assert.deepEqual(
    loaded.filter((url) => url.includes('/node_modules/')),
    [],
  )
  assert.ok(loaded.length <= 44, `${loaded.length} files: ${loaded.join(' ')}`)
})

suite('PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres.stop())

  test('hooks of one session that run at once give one dose, and the same again after a compaction', async (t) => {
    const address = postgres.url('hooks')
    const { project, env } = await laidOut(t, address)
    const options = { env: { ...env, ...WARM } }
    const runs = await Promise.all([0, 1, 2].map(() => runHookProcess(AGENT, startOf(project, 'same'), options)))
    const given = runs.filter(({ stdout }) => stdout !== '')
    assert.equal(given.length, 1)
    const compaction = hookFixture(AGENT, 'compaction', { cwd: project, session: 'same' })
    assert.equal((await runHookProcess(AGENT, compaction, options)).stdout, given[0]?.stdout)
    const failed = hookFixture(AGENT, 'failure', { cwd: project, session: 'same' })
    const hints = await Promise.all([0, 1].map(() => runHookProcess(AGENT, failed, options)))
    assert.equal(hints.filter(({ stdout }) => stdout !== '').length, 1)
    const connection = await openExisting(address)
    assert.deepEqual(
      (await connection.all(LEDGER)).map(({ event }) => event),
      ['session-start', 'compaction', 'failed-call'],
    )
    await connection.close()
  })

  test('a store that is not there is not made', async (t) => {
    const { project, env, home } = await laidOut(t)
    const missing = { ...env, ...WARM, WARMSTART_STORE: postgres.url('nowhere') }
    assert.deepEqual(await runHookProcess(AGENT, startOf(project, 'a'), { env: missing }), NOTHING)
    assert.match(logOf(home), /no-such-store/)
    const connection = await openExisting(postgres.url('hooks'))
    const found = await connection.all("select 1 as one from pg_namespace where nspname = 'nowhere'")
    await connection.close()
    assert.deepEqual(found, [])
  })

  test('a server that does not answer is not waited for', async (t) => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { project, env } = await laidOut(t)
    const silent = { ...env, ...WARM, WARMSTART_STORE: `postgres://sam@127.0.0.1:${port}/x`, WARMSTART_HOOK_MS: '1000' }
    assert.deepEqual(await runHookProcess(AGENT, startOf(project, 'a'), { env: silent }), NOTHING)
  })
})

test('the schema that hooks know is the one that a new store has', async (t) => {
  const { store } = await laidOut(t)
  assert.deepEqual(rows(store, 'select max(id) as version from migration'), [{ version: SCHEMA_VERSION }])
})
