import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { recognise } from '../../src/sources/find/recognise.ts'
import type { Source } from '../../src/sources/source.ts'
import { eventsBelow, toldBy } from '../support/capabilities.ts'
import { eachSource, expectedOf, layOut } from '../support/fixtures.ts'
import { type Imported, scratch, syncInto, testApp } from '../support/store.ts'

/** Facts without what depends on where the fixtures lie. */
const facts = (imported: Omit<Imported, 'report'>, root: string) => ({
  sessions: imported.sessions
    .map(({ file, project: _project, ...rest }) => ({ ...rest, file: relative(root, file) }))
    .sort((a, b) => (a.session < b.session ? -1 : 1)),
  calls: imported.calls
    .map(({ origin, project: _project, ...rest }) => ({
      ...rest,
      origin: { ...origin, file: relative(root, origin.file) },
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
  issues: imported.issues.map((issue) => ({ ...issue, file: relative(root, issue.file) })),
  compactions: imported.compactions,
})

const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

const isLinesFile = (source: Source, root: string, path: string): boolean =>
  source.accepts(relative(root, path).replaceAll('\\', '/')) === 'lines'

eachSource((source) => {
  const { name } = source

  test(`${name}: its fixtures come out as a person says they must`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const expected = expectedOf(source)
    const found = facts(await syncInto(testApp(scratch(t)), { targets: [{ source: name, path: root }] }), root)

    const only = <T extends object>(wanted: T, actual: object): T =>
      Object.fromEntries(Object.keys(wanted).map((key) => [key, (actual as Record<string, unknown>)[key]])) as T
    const bySession = new Map(found.sessions.map((session) => [session.session, session]))
    assert.deepEqual([...bySession.keys()].sort(), expected.sessions.map((session) => session.session).sort())
    for (const wanted of expected.sessions) assert.deepEqual(only(wanted, bySession.get(wanted.session) ?? {}), wanted)

    const key = (call: { session: string; agent?: string | null; position: number }) =>
      `${call.session} ${call.agent ?? ''} #${call.position}`
    const byKey = new Map(found.calls.map((call) => [key(call), { ...call, line: call.origin.line }]))
    assert.deepEqual([...byKey.keys()].sort(), expected.calls.map(key).sort())
    for (const wanted of expected.calls) {
      const plain = { ...wanted, ...(wanted.at === undefined ? {} : { at: new Date(wanted.at).toISOString() }) }
      assert.deepEqual(only(plain, byKey.get(key(wanted)) ?? {}), plain, key(wanted))
    }

    const issueKey = (issue: { file: string; line: number; code: string }) =>
      `${issue.file}:${issue.line} ${issue.code}`
    assert.deepEqual(found.issues.map(issueKey).sort(), expected.issues.map(issueKey).sort())
    assert.equal(found.compactions, expected.compactions)
  })

  test(`${name}: its fixtures tell what it declares that its records can tell, and nothing else`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const { calls } = await syncInto(testApp(scratch(t)), { targets: [{ source: name, path: root }] })
    const told = toldBy(await eventsBelow(source, root), calls)
    const declared = Object.entries(source.capabilities).map(([what, telling]) => [what, telling !== 'no'])
    assert.deepEqual(told, Object.fromEntries(declared))
  })

  test(`${name}: importing twice adds nothing and reads nothing`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const app = testApp(scratch(t))
    const first = await syncInto(app, { targets: [{ source: name, path: root }] })
    const second = await syncInto(app, { targets: [{ source: name, path: root }] })
    assert.equal(second.report.totals.newCalls, 0)
    assert.deepEqual(facts(second, root), facts(first, root))
  })

  test(`${name}: a rebuild comes to the same facts`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const app = testApp(scratch(t))
    const first = await syncInto(app, { targets: [{ source: name, path: root }] })
    const rebuilt = await syncInto(app, { targets: [{ source: name, path: root }], rebuild: true })
    assert.deepEqual(facts(rebuilt, root), facts(first, root))
  })

  test(`${name}: files that grow between runs come to the same facts as files read in one go`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const whole = facts(await syncInto(testApp(scratch(t)), { targets: [{ source: name, path: root }] }), root)
    for (const share of [0.15, 0.5, 0.83]) {
      const contents = new Map(filesBelow(root).map((path) => [path, readFileSync(path)]))
      const times = new Map([...contents.keys()].map((path) => [path, statSync(path)]))
      const app = testApp(scratch(t))
      for (const [path, bytes] of contents) {
        if (isLinesFile(source, root, path)) writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)))
      }
      await syncInto(app, { targets: [{ source: name, path: root }] })
      for (const [path, bytes] of contents) {
        writeFileSync(path, bytes)
        const time = times.get(path)
        if (time !== undefined) utimesSync(path, time.atime, time.mtime)
      }
      const grown = facts(await syncInto(app, { targets: [{ source: name, path: root }] }), root)
      assert.deepEqual(grown, whole, `grown from ${share}`)
    }
  })

  test(`${name}: the order in which files are read does not matter`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const whole = facts(await syncInto(testApp(scratch(t)), { targets: [{ source: name, path: root }] }), root)
    const app = testApp(scratch(t))
    let last: Imported | undefined
    for (const path of filesBelow(root).toReversed()) {
      if (source.accepts(relative(root, path)) === undefined) continue
      last = await syncInto(app, { targets: [{ source: name, path }] })
    }
    assert.ok(last)
    const { sessions, calls, compactions } = facts(last, root)
    assert.deepEqual(
      { sessions, calls, compactions },
      { sessions: whole.sessions, calls: whole.calls, compactions: whole.compactions },
    )
  })

  test(`${name}: files that are gone keep their facts`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const app = testApp(scratch(t))
    const before = await syncInto(app, { targets: [{ source: name, path: root }] })
    for (const path of filesBelow(root)) rmSync(path)
    const after = await syncInto(app, { targets: [{ source: name, path: root }] })
    assert.deepEqual(facts(after, root), facts(before, root))
    const rebuilt = await syncInto(app, { targets: [{ source: name, path: root }], rebuild: true })
    assert.deepEqual(
      new Map(rebuilt.calls.map((call) => [call.id, call.outcome])),
      new Map(before.calls.map((call) => [call.id, call.outcome])),
    )
  })

  test(`${name}: its files are recognised by their content`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    let recognised = 0
    for (const path of filesBelow(root)) {
      if (source.accepts(relative(root, path)) === undefined || statSync(path).size === 0) continue
      const found = recognise(path).recognised?.name
      assert.ok(found === name || found === undefined, `${relative(root, path)} is taken for ${found}`)
      if (found === name) recognised++
    }
    assert.ok(recognised > 0)
  })

  test(`${name}: its folder has the format in words`, () => {
    assert.ok(existsSync(join(import.meta.dirname, '..', '..', 'src', 'sources', 'formats', name, 'README.md')))
  })
})
