import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, suite, test, type TestContext } from 'node:test'
import * as v from 'valibot'
import { AppError } from '../src/lib/error.ts'
import { lintText } from '../src/verbs/lint/operation.ts'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { diff, history, list, show } from '../src/verbs/list/templates-operation.ts'
import { edit, promote, remove, retire, rollback } from '../src/verbs/edit/templates-change-operation.ts'
import { testTemplate } from '../src/verbs/test/operation.ts'
import { FORMATS } from '../src/provision/formats.ts'
import { lint } from '../src/provision/lint/lint.ts'
import { makeSeed } from '../src/provision/load.ts'
import { createRandom } from '../src/sample/random.ts'
import { LintReport } from '../src/schema/listing/lint-report.ts'
import { Template, TemplateList } from '../src/schema/listing/template.ts'
import { TemplateHistory } from '../src/verbs/history/shape.ts'
import type { Connection, Row, Value } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { bash, writeHistory } from './support/mined-history.ts'
import { PROGRAM, type Ran, runHere } from './support/run-here.ts'
import { fullTemplate } from './support/seed-fixture.ts'
import { scratch, testApp } from './support/store.ts'
import { templateDraft } from './support/template-fixture.ts'

const NOW = Date.UTC(2026, 10, 15)
const owner = 'sam'

/** Two versions of `shop`, one of `whole`, and one of somebody else's. */
const fill = async (store: Connection): Promise<void> => {
  const saved = (name: string, addendum: string, whose = owner) =>
    saveTemplate(store, { owner: whose, name, state: 'active', draft: templateDraft({ addendum }), now: NOW })
  await saved('shop', 'Use spaces.')
  await saved('shop', 'Use tabs.')
  await saved('whole', 'Be brief.')
  await saved('plan', 'Nobody knows.', 'kim')
}

const filledStore = async (home: string): Promise<{ home: string; address: string }> => {
  const address = `sqlite:${join(home, 'store.db')}`
  const store = await openStore(address)
  await fill(store)
  await store.close()
  return { home, address }
}

/** The program as a person runs it, in a home of its own. */
const run = (
  { home, address }: { home: string; address: string },
  words: readonly string[],
  input?: string,
): Promise<Ran> =>
  runHere([...words, '--store', address], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, COLUMNS: '100', WARMSTART_OWNER: owner },
    cwd: home,
    ...(input === undefined ? {} : { input }),
  })

/** A refusal is one sentence, a hint, the documented exit code, and nothing on standard output. */
const assertRefused = (ran: Ran, exit: number, words: RegExp): void => {
  assert.equal(ran.status, exit, ran.stderr)
  assert.match(ran.stderr, words)
  assert.match(ran.stderr, /^warmstart: .+\n {2}\S/, 'a sentence, then what to do')
  assert.equal(ran.stdout, '')
}

suite('through the command line', () => {
  const home = scratch({ after })
  let place: { home: string; address: string }
  before(async () => {
    place = await filledStore(home)
  })
  const written = (name: string, text: string | Buffer): string => {
    const path = join(place.home, name)
    writeFileSync(path, text)
    return path
  }

  test('a name that is no name is refused before anything is read, with one that would do', async () => {
    for (const name of ['../../x', 'a/b', '..', 'nul', 'COM1.txt', 'shop 🚀', 'x'.repeat(300), 'a\\b'])
      assertRefused(await run(place, ['build', name]), 2, /cannot be the name of a template: .+\n {2}\S+ would do/)
    assert.deepEqual(readdirSync(place.home).toSorted(), ['store.db'])
  })

  test('a name that nobody has is said on one short line, whatever it is', async () => {
    for (const name of ['../../x', 'x'.repeat(5_000), "' or 1=1 --", '🚀', 'a\nb', '%'])
      assertRefused(
        await run(place, ['load', name, '--format', 'text']),
        3,
        /^warmstart: sam has no template called .{1,90}\n/,
      )
  })

  test("somebody else's template does not exist for me", async () => {
    for (const words of [
      ['show', 'plan'],
      ['delete', 'plan'],
      ['promote', 'plan'],
      ['load', 'plan', '--format', 'text'],
    ])
      assertRefused(await run(place, words), 3, /sam has no template called plan/)
    assert.equal((await run(place, ['show', 'plan', '--owner', 'kim'])).status, 0)
  })

  const FLAGS: [words: string[], exit: number, said: RegExp][] = [
    [['--format', 'nope'], 3, /no format nope\n {2}use one of: openai-chat/],
    [['--format', ''], 2, /--format needs a value/],
    [[], 2, /load needs --format/],
    [['--format', 'text', '--dose', '0'], 2, /--dose needs a number above 0, not 0/],
    [['--format', 'text', '--dose', '-1'], 2, /not -1/],
    [['--format', 'text', '--dose', '1e9'], 2, /not 1e9/],
    [['--format', 'text', '--dose', 'NaN'], 2, /not NaN/],
    [['--format', 'text', '--budget', '0'], 2, /--budget needs a number above 0/],
    [['--format', 'text', '--budget', '1'], 2, /too small: the least that can be given takes \d+\n {2}raise --budget/],
    [['--format', 'text', '--message', ' '], 2, /message of the user is empty/],
    [['--format', 'text', '--into', 'talk.json'], 3, /no file talk.json/],
    [['--format', 'text', '--out', 'x'], 2, /--out belongs to --format skill/],
    [['--format', 'anthropic', '--tools', '/dev/null'], 2, /is empty\n {2}it has to hold tool definitions/],
    [['--format', 'anthropic', '--into', '.'], 1, /cannot be read/],
  ]
  test('flags that make no sense', async () => {
    for (const [words, exit, said] of FLAGS) assertRefused(await run(place, ['load', 'shop', ...words]), exit, said)
  })

  const DEEP = '['.repeat(10_000) + ']'.repeat(10_000)
  const TALK = { role: 'user', content: 'hello' }
  const INTO: [format: string, text: string, exit: number, said: RegExp][] = [
    ['openai-chat', 'not json', 2, /is not JSON/],
    ['openai-chat', '', 2, /is empty/],
    ['openai-chat', 'null', 1, /no list of messages/],
    ['openai-chat', '7', 1, /no list of messages/],
    ['gemini', JSON.stringify([TALK]), 1, /the content has no parts/],
    ['openai-responses', JSON.stringify({ messages: [TALK] }), 1, /a list called input/],
    ['anthropic', JSON.stringify([{ role: 'system', content: 'be brief' }, TALK]), 1, /the system prompt is not part/],
    ['openai-chat', `[{"role":"user","content":"x","more":${DEEP}}]`, 1, /cannot be written as JSON/],
    ['openai-chat', JSON.stringify([{ ...TALK, content: 'x'.repeat(21_000_000) }]), 1, /more than a request can hold/],
    ['text', '[]', 2, /text is no conversation/],
  ]
  test('conversations that no seed can go into are left alone, and it is said that they are to blame', async () => {
    for (const [format, text, exit, said] of INTO) {
      const path = written('talk.json', text)
      const ran = await run(place, ['load', 'shop', '--format', format, '--into', path])
      assertRefused(ran, exit, said)
      if (exit === 1) assert.match(ran.stderr, /^warmstart: the conversation (?:would be refused even without|cannot)/)
      assert.equal(readFileSync(path, 'utf8'), text)
    }
  })

  test('an empty conversation is a good place for a seed, and one that was seeded before is said to be', async () => {
    const first = await run(place, ['load', 'shop', '--format', 'openai-chat', '--into', written('talk.json', '[]')])
    assert.deepEqual([first.status, first.stderr], [0, ''])
    const again = await run(place, ['load', 'shop', '--format', 'openai-chat', '--into', '-'], first.stdout)
    assert.deepEqual(
      [again.status, again.stderr],
      [0, 'the conversation has 2 seeded calls already; the seed is added to them\n'],
    )
    assert.equal((await run(place, ['lint', '--format', 'openai-chat', '-'], again.stdout)).status, 0)
  })

  test('tool definitions of any depth are read or refused in words', async () => {
    const deep = await run(place, ['load', 'shop', '--format', 'anthropic', '--tools', written('tools.json', DEEP)])
    assertRefused(deep, 2, /no tool definitions/)
    const broken = JSON.stringify([{ name: 'Bash', input_schema: { $ref: '#/nowhere' } }])
    const ran = await run(place, ['load', 'shop', '--format', 'anthropic', '--tools', written('tools.json', broken)])
    assert.equal(ran.status, 0)
    assert.match(ran.stderr, /^given as text, because the schema of "Bash" cannot be used: .+\n$/)
  })

  test('a long message, one of control characters or of half letters comes back as it may be sent', async () => {
    for (const message of ['\u001B[31mred\u0007', 'half \uD83D letter', 'x'.repeat(100_000)]) {
      const { status, stdout } = await run(place, ['load', 'shop', '--format', 'anthropic', '--message', message])
      assert.equal(status, 0)
      const { messages } = JSON.parse(stdout) as { messages: { content: unknown }[] }
      assert.equal(messages.at(-1)?.content, message.toWellFormed())
    }
  })

  test('a skill that cannot be written is said so, and nothing is left of the attempt', async () => {
    const blocked = written('blocked', 'a file, not a folder')
    assertRefused(await run(place, ['load', 'shop', '--format', 'skill', '--out', blocked]), 1, /cannot be written/)
    const foreign = join(place.home, 'skills', 'shop')
    mkdirSync(foreign, { recursive: true })
    writeFileSync(join(foreign, 'SKILL.md'), 'my own')
    const out = join(place.home, 'skills')
    assertRefused(
      await run(place, ['load', 'shop', '--format', 'skill', '--out', out]),
      1,
      /is not a skill of warmstart/,
    )
    assert.deepEqual([readdirSync(foreign), readFileSync(join(foreign, 'SKILL.md'), 'utf8')], [['SKILL.md'], 'my own'])
  })

  test('standard input that is closed or empty is said to be so', async () => {
    assertRefused(await run(place, ['load', 'shop', '--format', 'ai-sdk', '--into', '-']), 2, /standard input is empty/)
    const closed = spawnSync('/bin/sh', ['-c', `"${PROGRAM}" lint --format openai-chat - <&-`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: place.home },
    })
    assert.equal(closed.status, 1)
    assert.match(closed.stdout, /there is nothing in it/)
  })

  test('a store that is no store ends every command on templates with the same code', async () => {
    const letter = { ...place, address: `sqlite:${written('letter.db', 'Dear Sam, '.repeat(500))}` }
    for (const words of [['list'], ['show', 'shop'], ['load', 'shop', '--format', 'text'], ['delete', 'shop']])
      assertRefused(await run(letter, words), 4, /is not an SQLite database/)
    assert.ok(readFileSync(join(place.home, 'letter.db'), 'utf8').startsWith('Dear Sam'))
  })
})

test('any document gives a report in every format', async () => {
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  const documents = [
    '',
    'null',
    '7',
    'true',
    '[1,[],null,{}]',
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1'),
    '['.repeat(10_000) + ']'.repeat(10_000),
    deep,
    `[{"role":"user","content":${deep},"parts":[${deep},{}],"tool_calls":[${deep}]}]`,
    `[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":${deep}}]}]`,
    `{"input":[{"type":"function_call","call_id":${deep}},{"type":"reasoning","summary":${deep}}]}`,
  ]
  for (const document of documents) {
    for (const { name, output } of FORMATS) {
      const report = await lintText(document, { format: name })
      assert.deepEqual(v.parse(LintReport, report), report)
      if (output === 'json') assert.equal(report.valid, false, `${name}: ${document.slice(0, 80)}`)
    }
  }
})

test('a history with calls is valid as what it is, and as nothing else', () => {
  const histories = FORMATS.filter(({ compile }) => compile.history !== undefined)
  for (const format of histories) {
    const { value } = makeSeed(fullTemplate(), { format: format.name, message: 'go on', now: NOW })
    const taken = histories.filter((other) => lint(value, other).valid)
    assert.deepEqual(
      taken.map(({ name }) => name),
      [format.name],
    )
  }
})

const TEMPLATE_COLUMNS =
  'name state version hash description tags task_type project source platform model tokens patterns recoveries source_sessions pinned created_at updated_at'
const VERSION_COLUMNS = 'version hash how made_by at description tags task_type note content about template_id'
const COLUMNS = [
  ...TEMPLATE_COLUMNS.split(' ').map((column) => ['template', column] as const),
  ...VERSION_COLUMNS.split(' ').map((column) => ['template_version', column] as const),
]
const GARBAGE: Record<string, (column: string) => string> = {
  'a word': () => "'garbage'",
  bytes: () => "x'00ff80'",
  'a number beyond all': () => '9007199254740993',
  'half of it': (column) => `substr(${column}, 1, length(${column}) / 2)`,
}

test('whatever is damaged of a template, it is said of that one alone, and a build heals it', async (t) => {
  const { home, address } = await filledStore(scratch(t))
  const file = address.slice('sqlite:'.length)
  let damages = 0
  for (const [table, column] of COLUMNS) {
    for (const [what, garbage] of Object.entries(GARBAGE)) {
      const path = join(home, `${++damages}.db`)
      copyFileSync(file, path)
      const store = await openStore(`sqlite:${path}`)
      const shop = "(select id from template where name = 'shop')"
      const where = table === 'template' ? `id = ${shop}` : `template_id = ${shop} and version = 2`
      await store.run(`update ${table} set ${column} = ${garbage(column)} where ${where}`)
      await assertContained(store, `${table}.${column} is ${what}`)
      await store.close()
    }
  }
})

const assertContained = async (store: Connection, damage: string): Promise<void> => {
  const app = testApp('/nowhere', 'sqlite::memory:')
  const words = { owner, name: 'shop', now: NOW }
  const listed = await list(store, { owner })
  assert.deepEqual(v.parse(TemplateList, listed), listed, damage)
  assert.ok(
    listed.templates.some(({ name }) => name === 'whole'),
    `${damage}: the others are listed`,
  )
  const works: (() => Promise<unknown>)[] = [
    async () => v.parse(Template, await show(store, words)),
    async () => v.parse(TemplateHistory, await history(store, words)),
    () => diff(store, { owner, from: 'shop', to: 'shop@1' }),
    () => loadSeed(app, store, { name: 'shop', format: 'anthropic' }),
    () => testTemplate(app, store, { name: 'shop', format: 'text', message: 'hello' }),
    () => promote(store, words),
    () => retire(store, words),
  ]
  for (const work of works)
    await work().catch((error: unknown) => assert.ok(error instanceof AppError, `${damage}: ${String(error)}`))
  const draft = templateDraft({ addendum: 'Use tabs.' })
  const healed = await saveTemplate(store, { ...words, state: 'active', draft })
  assert.deepEqual(v.parse(Template, healed), healed, damage)
  assert.equal((await show(store, words)).addendum, 'Use tabs.')
  const after = await list(store, { owner })
  // A name that became another is another template, and a whole one.
  assert.deepEqual(after.damaged, [], damage)
  await edit(app, store, { ...words, edit: { addendum: 'Use both.' } })
  await rollback(store, { ...words, version: (await show(store, words)).version - 1 })
  assert.equal((await show(store, words)).addendum, 'Use tabs.', damage)
  await remove(store, words)
  await assert.rejects(show(store, words), { code: 'no-such-template' })
}

test('what a newer program wrote is left alone, and what can be done without reading it is done', async (t) => {
  const { address } = await filledStore(scratch(t))
  const store = await openStore(address)
  t.after(() => void store.close())
  const [row] = await store.all<{ content: string }>(
    "select content from template_version where version = 2 and template_id = (select id from template where name = 'shop')",
  )
  const content = row?.content.replace('"format":1,', '"format":7,') ?? ''
  const hash = createHash('sha256').update(content).digest('hex')
  await store.run('update template_version set content = ?, hash = ? where version = 2', [content, hash])
  await store.run("update template set hash = ? where name = 'shop'", [hash])
  const words = { owner, name: 'shop', now: NOW }
  const newer = { code: 'template-newer', message: /written by a newer warmstart \(format 7/, hint: /update warmstart/ }
  assert.match((await list(store, { owner })).damaged[0]?.problem ?? '', newer.message)
  await assert.rejects(show(store, words), newer)
  await assert.rejects(loadSeed(testApp('/nowhere'), store, { ...words, format: 'text' }), newer)
  await assert.rejects(promote(store, words), newer)
  assert.equal((await retire(store, words)).state, 'retired')
  const anew = await saveTemplate(store, { ...words, state: 'active', draft: templateDraft() })
  assert.deepEqual([anew.version, anew.state], [3, 'retired'])
  const [kept] = await store.all<{ content: string }>('select content from template_version where hash = ?', [hash])
  assert.equal(kept?.content, content)
})

test('a row that says less than there is does not make a new version write over an old one', async (t) => {
  const { address } = await filledStore(scratch(t))
  const store = await openStore(address)
  t.after(() => void store.close())
  await store.run("update template set version = 1 where name = 'shop'")
  const draft = templateDraft({ addendum: 'A third.' })
  assert.equal((await saveTemplate(store, { owner, name: 'shop', state: 'active', draft, now: NOW })).version, 3)
  assert.equal((await show(store, { owner, name: 'shop@2' })).addendum, 'Use tabs.')
  await store.run("update template set version = 1 where name = 'shop'")
  const first = templateDraft({ addendum: 'Use spaces.' })
  assert.equal((await saveTemplate(store, { owner, name: 'shop', state: 'active', draft: first, now: NOW })).version, 1)
  assert.equal((await show(store, { owner, name: 'shop@3' })).addendum, 'A third.')
})

test('a template that is deleted while it is looked up is gone, not damaged', async (t) => {
  const { address } = await filledStore(scratch(t))
  const store = await openStore(address)
  t.after(() => void store.close())
  const racing: Connection = {
    ...store,
    all: async <R extends Row>(sql: string, values?: readonly Value[]) => {
      if (sql.includes('from template_version join'))
        await remove(store, { owner, name: 'shop' }).catch(() => undefined)
      return store.all<R>(sql, values)
    },
  }
  await assert.rejects(show(racing, { owner, name: 'shop' }), { code: 'no-such-template' })
})

test('a store that somebody else writes to delays a seed only so long', async (t) => {
  const { home, address } = await filledStore(scratch(t))
  const store = await openStore(address)
  t.after(() => void store.close())
  const other = new DatabaseSync(address.slice('sqlite:'.length))
  t.after(() => other.close())
  other.exec('begin immediate')
  const app = testApp(home, address)
  const { text, unrecorded } = await loadSeed(app, store, { name: 'shop', format: 'text', ledgerWaitMs: 100 })
  other.exec('rollback')
  assert.match(text, /Use tabs/)
  assert.equal(unrecorded, 'the store was busy for 0.1 s')
})

/** Runs the program and kills it after so many milliseconds, if it is not done by then. */
const runFor = async (
  { home, address }: { home: string; address: string },
  words: readonly string[],
  limitMs = 60_000,
): Promise<{ code: number | null; out: string; err: string }> => {
  const child = spawn(PROGRAM, [...words, '--store', address], {
    env: { ...process.env, HOME: home, WARMSTART_OWNER: owner },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, out, err }
}

const minedStore = async (t: TestContext): Promise<{ home: string; address: string }> => {
  const home = scratch(t)
  const address = `sqlite:${join(home, 'store.db')}`
  const store = await openStore(address)
  const calls = [bash('mise run lint'), bash('go test ./cart'), bash('git commit -m "Fix the cart"')]
  await writeHistory(
    store,
    ['a', 'b', 'c'].map((id) => ({ id, calls })),
  )
  await store.close()
  return { home, address }
}

/** Every version is whole, they are numbered without a gap, and the row is that of the newest. */
const assertWhole = async (address: string, name: string): Promise<number> => {
  const store = await openStore(address)
  try {
    const { templates, damaged } = await list(store, { owner })
    assert.deepEqual(damaged, [])
    const past = await history(store, { owner, name })
    assert.deepEqual(
      past.versions.map(({ version, problem }) => [version, problem]),
      past.versions.map((_, at) => [past.versions.length - at, null]),
    )
    assert.equal(templates.find((each) => each.name === name)?.version, past.versions.length)
    const [orphans] = await store.all<{ n: number }>(
      'select count(*) as n from template_version where template_id not in (select id from template)',
    )
    assert.equal(orphans?.n, 0)
    return past.versions.length
  } finally {
    await store.close()
  }
}

test('killed at any moment, a build, an edit or a rollback has happened or has not', async (t) => {
  const place = await minedStore(t)
  assert.equal((await runFor(place, ['build', 'shop'])).code, 0)
  const begun = performance.now()
  assert.equal((await runFor(place, ['edit', 'shop', '--tags', 'first'])).code, 0)
  const usualMs = performance.now() - begun
  const note = join(place.home, 'note.txt')
  const random = createRandom(17)
  let killed = 0
  let versions = 2
  // The moments move with the speed of the machine, from early to later than usual: some are killed and some get through.
  for (let attempt = 0; attempt < 24; attempt++) {
    writeFileSync(note, `Note ${attempt}.`)
    const words = [
      ['build', 'shop', '--addendum', note],
      ['edit', 'shop', '--addendum', note, '--tags', `tag${attempt}`],
      ['rollback', 'shop', '1'],
    ][attempt % 3]
    const { code, err } = await runFor(
      place,
      words ?? [],
      random.between(Math.round(usualMs / 4), Math.round((usualMs * (attempt + 8)) / 8)),
    )
    if (code === null) killed++
    else assert.equal(code, 0, err)
    const now = await assertWhole(place.address, 'shop')
    assert.ok(now === versions || now === versions + 1, `${now} versions after ${versions}`)
    versions = now
  }
  assert.ok(killed >= 3, `only ${killed} were killed`)
  assert.ok(versions > 2, 'none got through')
})

test('several builds of one name at once make one version of the same, and one each of what differs', async (t) => {
  const place = await minedStore(t)
  const builds = await Promise.all([1, 2, 3].map(() => runFor(place, ['build', 'shop', '--json'])))
  assert.deepEqual(
    builds.map(({ code }) => code),
    [0, 0, 0],
  )
  assert.equal(await assertWhole(place.address, 'shop'), 1)
  assert.equal(builds.filter(({ out }) => (JSON.parse(out) as Template).isNew).length, 1)
  const others = await Promise.all(
    [1, 2, 3].map((number) => {
      const note = join(place.home, `note${number}.txt`)
      writeFileSync(note, `Note ${number}.`)
      return runFor(place, ['build', 'shop', '--addendum', note, '--json'])
    }),
  )
  const made = others.map(({ out }) => JSON.parse(out) as Template)
  assert.deepEqual(
    made.map(({ version }) => version).toSorted((a, b) => a - b),
    [2, 3, 4],
  )
  assert.equal(await assertWhole(place.address, 'shop'), 4)
})

test('while one deletes it, others get the template whole or hear that it is not there', async (t) => {
  const place = await filledStore(scratch(t))
  const load = ['load', 'shop', '--format', 'anthropic']
  const whole = (await runFor(place, load)).out
  const work = [load, load, ['delete', 'shop'], load, load].map((words) => runFor(place, words))
  for (const { code, out, err } of await Promise.all(work)) {
    if (code === 3) assert.match(err, /sam has no template called shop/)
    else assert.equal(code, 0, err)
    if (code === 0 && !out.startsWith('Deleted')) assert.equal(out, whole)
  }
  assert.equal((await runFor(place, load)).code, 3)
  assert.ok(existsSync(join(place.home, 'store.db')))
})
