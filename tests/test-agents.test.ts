import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { checkLessons } from '../scripts/agents/lesson-checks.ts'
import type { LessonPlay, LessonSession } from '../scripts/agents/lesson-play.ts'
import { PARTNERS } from '../scripts/agents/registry.ts'
import { pageWith } from '../scripts/agents/report.ts'
import { STEPS } from '../scripts/agents/scenario.ts'
import { f1Of } from '../scripts/agents/text-rung.ts'
import { INSTALLABLE } from '../src/interfaces/hooks/install-registry.ts'
import { hasPart } from '../src/interfaces/hooks/registry.ts'
import { SOURCES } from '../src/sources/registry.ts'

const FOLDER = join(import.meta.dirname, '..', 'scripts', 'agents')
const AT = { model: 'http://127.0.0.1:1', project: '/home/sam/shop', warmstart: '/opt/warmstart/bin/warmstart' }

suite('the agents that are played', () => {
  test('have a folder each, named as their source', () => {
    const folders = readdirSync(FOLDER).filter((name) => statSync(join(FOLDER, name)).isDirectory())
    assert.deepEqual(PARTNERS.map(({ name }) => name).toSorted(), folders.toSorted())
    for (const { name } of PARTNERS)
      assert.ok(
        SOURCES.some((source) => source.name === name),
        name,
      )
  })

  test('are installed into wherever `install` knows them, and given hooks where there are some', () => {
    for (const { name, modes } of PARTNERS)
      for (const mode of modes) {
        assert.ok(mode.installs === undefined || INSTALLABLE.includes(name), name)
        // Cline's command line does not read what its hooks answer.
        if (mode.delivers !== 'prefill')
          assert.equal(mode.delivers !== undefined, hasPart(name, 'agent') && name !== 'cline', name)
        if (mode.installs !== undefined) assert.ok(Object.hasOwn(mode.settings(AT), mode.installs), name)
      }
  })

  test('can have every command run, and list as many calls as were wanted', () => {
    for (const { wanted, expected } of STEPS) {
      assert.equal(wanted.length, expected.length)
      for (const mode of PARTNERS.flatMap(({ modes }) => modes)) {
        const written = mode.write(wanted)
        if (wanted.every(({ kind }) => kind === 'shell')) assert.ok(written !== undefined, mode.title)
        if (written !== undefined) assert.equal(written.tools.length, wanted.length, mode.title)
      }
    }
  })
})

suite('the page of results', () => {
  const page = `Before.\n\n<!-- results -->\n\n<!-- end of results -->\n\nBehind.\n`
  const played = (title: string, version: string) => ({
    title,
    version,
    checks: [{ topic: 'undo' as const, what: 'x', isOk: true, detail: '' }],
    hooks: undefined,
  })
  const rung = { title: 'Codex', calls: 20, failed: 10, found: 8, wrong: 2, unknown: 1, mistakes: ['`false`: unknown'] }
  const first = pageWith(
    page,
    {
      played: [played('Hermes Agent', '1.0.0'), played('pi', '1.1.0')],
      left: [],
      textRungs: [rung],
      hasNamespace: true,
    },
    '2026-01-02',
  )
  const left = [{ title: 'Hermes Agent', reason: 'there is no hermes on the PATH' }]
  const second = pageWith(
    first,
    { played: [played('pi', '1.2.0'), played('pi, told', '1.2.0')], left, textRungs: [], hasNamespace: false },
    '2026-03-04',
  )

  test('keeps the rows of agents that were not played, with their day', () => {
    assert.match(second, /^\| Hermes Agent \| 1\.0\.0 \|.*\| 2026-01-02 \|$/m)
    assert.doesNotMatch(second, /Not played/)
  })

  test('has one row of an agent, that of the last play, in the order of the agents', () => {
    const rows = second.split('\n').filter((line) => /^\| (?:pi|Hermes)/.test(line))
    assert.deepEqual(
      rows.map((row) => row.split(' | ').slice(0, 2)),
      [
        ['| pi', '1.2.0'],
        ['| Hermes Agent', '1.0.0'],
        ['| pi, told', '1.2.0'],
      ],
    )
    assert.match(rows[0] ?? '', /\| 2026-03-04, on the loopback of a machine \|$/)
  })

  test('keeps what was measured of bare text until it is measured again', () => {
    assert.match(second, /^Outcomes by the bare text alone.*F1 0\.80.*\n\n- `false`: unknown\n\n<!-- end/m)
  })

  test('written again with nothing new stays as it is', () => {
    assert.equal(pageWith(second, { played: [], left, textRungs: [], hasNamespace: true }, '2026-05-06'), second)
  })

  test('says of an agent that was never played why', () => {
    const none = pageWith(page, { played: [], left, textRungs: [], hasNamespace: true }, '2026-01-02')
    assert.match(none, /^Not played: Hermes Agent, because there is no hermes on the PATH\.$/m)
  })
})

test('how well text alone tells failures is the harmonic mean of what it finds and what it is right about', () => {
  const rung = { title: 'x', calls: 20, failed: 10, found: 8, wrong: 2, unknown: 1, mistakes: [] }
  assert.equal(f1Of(rung), 0.8)
  assert.equal(f1Of({ ...rung, found: 10, wrong: 0 }), 1)
})

suite('what is checked of lessons', () => {
  const LINE = '`npm` has no script `verify`.'
  const request = (times: number): LessonSession['requests'][number] => ({
    number: 1,
    api: 'openai',
    model: 'scripted-1',
    isStream: false,
    conversation: 'c',
    body: { messages: Array.from({ length: times }, () => ({ role: 'user', content: `Facts.\n- ${LINE}` })) },
    by: 'rules[0]',
    status: 200,
  })
  const session = (name: string, times: number[], { isGiven, after }: { isGiven: boolean; after?: number }) => ({
    session: name,
    isGiven,
    requests: times.map(request),
    ...(after === undefined ? {} : { compacted: request(after) }),
  })
  const entry = (name: string, given: boolean, repeated: boolean) => ({
    session: name,
    moment: 'start',
    given,
    repeated,
  })
  const play: LessonPlay = {
    lines: [`- ${LINE}`],
    heeded: session('heeded', [1, 1], { isGiven: true }),
    withheld: session('withheld', [0, 0, 0], { isGiven: false, after: 0 }),
    stubborn: session('stubborn', [1, 2, 2], { isGiven: true, after: 1 }),
    later: 3,
    ledger: {
      lessons: [{ given: { sessions: 2, repeated: 1 }, withheld: { sessions: 1, repeated: 1 }, pending: 0 }],
      sessions: [entry('heeded', true, false), entry('withheld', false, true), entry('stubborn', true, true)],
    },
    isRestored: true,
    hooks: { late: 0, runs: 9 },
  }
  const failing = (changed: Partial<LessonPlay>): string[] =>
    checkLessons({ ...play, ...changed }).flatMap(({ isOk, what }) => (isOk ? [] : [what]))

  test('a play in which all went well passes', () => assert.deepEqual(failing({}), []))

  const WRONG: [what: string, changed: Partial<LessonPlay>, found: RegExp][] = [
    ['a lesson that is told twice at the start', { heeded: session('heeded', [2, 2], { isGiven: true }) }, /told once/],
    [
      'a hint in a session that was denied the lesson',
      { withheld: session('withheld', [0, 1, 1], { isGiven: false, after: 0 }) },
      /told at no moment/,
    ],
    [
      'a lesson that comes back by a compaction',
      { withheld: session('withheld', [0, 0, 0], { isGiven: false, after: 1 }) },
      /still denied/,
    ],
    [
      'a hint that does not come',
      { stubborn: session('stubborn', [1, 1, 1], { isGiven: true, after: 1 }) },
      /told again/,
    ],
    ['a play in which no session was denied the lesson', { withheld: undefined }, /told at no moment/],
    ['settings that are not as before', { isRestored: false }, /restored the settings/],
  ]
  for (const [what, changed, found] of WRONG)
    test(`${what} fails`, () => assert.match(failing(changed).join('; '), found))
})
