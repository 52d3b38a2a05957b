import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { App } from '../app.ts'
import { recogniseFile } from '../sources/find/recognise.ts'
import { SOURCES } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { eventsBelow, toldBy } from './capabilities.ts'
import { assertSame, type Check, check, type Cleaning, scratch } from './check.ts'
import { type Imported, syncInto, testApp } from './imported.ts'
import { checkMutations } from './source-mutations.ts'
import { filesBelow, laidOut, shapeOf, type SourceFixtures } from './source-history.ts'

/** What the contract of sources asks for, checked with a source's fixtures. */
export const sourceChecks = (source: Source, fixtures: SourceFixtures): Check[] => {
  const { name } = source
  const withHistory = (title: string, body: (history: History) => Promise<void>): Check =>
    check(title, async (t) => {
      const root = await laidOut(source, fixtures, t)
      const read = (app: App, path = root, rebuild = false): Promise<Imported> =>
        syncInto(app, { targets: [{ source: name, path }], rebuild })
      await body({ t, root, source, fixtures, read, newApp: () => testApp(scratch(t)) })
    })
  return [
    check('its name is a short word that no other source has', () => {
      assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.ok(
        SOURCES.every((other) => other === source || other.name !== name),
        `there is a source ${name} already`,
      )
    }),
    withHistory('its fixtures come out as a person says they must', checkExpected),
    withHistory('its fixtures tell what it declares that its records can tell, and nothing else', checkCapabilities),
    withHistory('importing twice adds nothing and reads nothing', checkTwice),
    withHistory('a rebuild comes to the same facts', checkRebuild),
    withHistory('files that grow between runs come to the same facts as files read in one go', checkGrowing),
    withHistory('the order in which files are read does not matter', checkOrder),
    withHistory('files that are gone keep their facts', checkGone),
    withHistory('its files are recognised by their content', checkRecognition),
    withHistory('whatever a field holds, nothing throws and events stay well-formed', ({ root }) =>
      checkMutations(source, root),
    ),
  ]
}

interface History {
  t: Cleaning
  root: string
  source: Source
  fixtures: SourceFixtures
  /** One sync into the app's store, and all that the store holds then. */
  read(app: App, path?: string, rebuild?: boolean): Promise<Imported>
  /** With an empty store. */
  newApp(): App
}

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

const checkExpected = async ({ root, fixtures: { expected }, read, newApp }: History): Promise<void> => {
  const found = facts(await read(newApp()), root)
  const only = <T extends object>(wanted: T, actual: object): T =>
    Object.fromEntries(Object.keys(wanted).map((key) => [key, (actual as Record<string, unknown>)[key]])) as T
  const bySession = new Map(found.sessions.map((session) => [session.session, session]))
  const sessionIds = expected.sessions.map(({ session }) => session)
  assertSame('the ids of the sessions (+ imported, - expected)', [...bySession.keys()].sort(), sessionIds.sort())
  for (const wanted of expected.sessions) {
    const { session } = wanted
    assertSame(`session ${session} (+ imported, - expected)`, only(wanted, bySession.get(session) ?? {}), wanted)
  }

  for (const [index, { tool, position }] of expected.calls.entries())
    assert.ok(
      Number.isInteger(position),
      `call ${index + 1} of the expected calls (${tool}) needs its position: 1 for the first call of a conversation, 2 for the second`,
    )
  const key = (call: { session: string; agent?: string | null; position: number }) =>
    `${call.session} ${call.agent ?? ''} #${call.position}`
  const byKey = new Map(found.calls.map((call) => [key(call), { ...call, line: call.origin.line }]))
  const callKeys = expected.calls.map(key)
  assertSame(
    'the calls, by session, sub-agent and position (+ imported, - expected)',
    [...byKey.keys()].sort(),
    callKeys.sort(),
  )
  for (const wanted of expected.calls) {
    const plain = { ...wanted, ...(wanted.at === undefined ? {} : { at: new Date(wanted.at).toISOString() }) }
    assertSame(`call ${key(wanted)} (+ imported, - expected)`, only(plain, byKey.get(key(wanted)) ?? {}), plain)
  }

  const issueKey = (issue: { file: string; line: number; code: string }) => `${issue.file}:${issue.line} ${issue.code}`
  const [issues, expectedIssues] = [found.issues.map(issueKey).sort(), expected.issues.map(issueKey).sort()]
  assertSame('the issues, by file, line and code (+ imported, - expected)', issues, expectedIssues)
  assertSame('the number of compactions (+ imported, - expected)', found.compactions, expected.compactions)
}

const checkCapabilities = async ({ root, source, read, newApp }: History): Promise<void> => {
  const { calls } = await read(newApp())
  const told = toldBy(await eventsBelow(source, root), calls)
  const wrong = Object.entries(told).flatMap(([name, isTold]) => {
    const declared = source.capabilities[name as keyof typeof told]
    if (isTold === (declared !== 'no')) return []
    return isTold
      ? [`${name} is declared 'no', but the fixtures tell it: declare 'yes' or 'partly'`]
      : [`${name} is declared '${declared}', but no fixture tells it: add a fixture, or declare 'no'`]
  })
  assert.ok(wrong.length === 0, wrong.join('\n'))
}

const checkTwice = async ({ root, read, newApp }: History): Promise<void> => {
  const app = newApp()
  const first = await read(app)
  const second = await read(app)
  assert.equal(second.report.totals.newCalls, 0)
  assert.deepEqual(facts(second, root), facts(first, root))
}

const checkRebuild = async ({ root, read, newApp }: History): Promise<void> => {
  const app = newApp()
  const first = await read(app)
  assert.deepEqual(facts(await read(app, root, true), root), facts(first, root))
}

const checkGrowing = async ({ root, source, read, newApp }: History): Promise<void> => {
  const whole = facts(await read(newApp()), root)
  for (const share of [0.15, 0.5, 0.83]) {
    const contents = new Map(filesBelow(root).map((path) => [path, readFileSync(path)]))
    const times = new Map([...contents.keys()].map((path) => [path, statSync(path)]))
    const app = newApp()
    for (const [path, bytes] of contents)
      if (shapeOf(source, root, path) === 'lines')
        writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)))
    await read(app)
    for (const [path, bytes] of contents) {
      writeFileSync(path, bytes)
      const time = times.get(path)
      if (time !== undefined) utimesSync(path, time.atime, time.mtime)
    }
    assert.deepEqual(facts(await read(app), root), whole, `grown from ${share}`)
  }
}

const checkOrder = async ({ root, source, read, newApp }: History): Promise<void> => {
  const whole = facts(await read(newApp()), root)
  const app = newApp()
  let last: Imported | undefined
  for (const path of filesBelow(root).toReversed())
    if (shapeOf(source, root, path) !== undefined) last = await read(app, path)
  assert.ok(last, 'none of the fixtures is a file of this source')
  const { sessions, calls, compactions } = facts(last, root)
  assert.deepEqual(
    { sessions, calls, compactions },
    { sessions: whole.sessions, calls: whole.calls, compactions: whole.compactions },
  )
}

const checkGone = async ({ root, read, newApp }: History): Promise<void> => {
  const app = newApp()
  const before = await read(app)
  for (const path of filesBelow(root)) rmSync(path)
  assert.deepEqual(facts(await read(app), root), facts(before, root))
  const rebuilt = await read(app, root, true)
  assert.deepEqual(
    new Map(rebuilt.calls.map((call) => [call.id, call.outcome])),
    new Map(before.calls.map((call) => [call.id, call.outcome])),
  )
}

const checkRecognition = async ({ root, source }: History): Promise<void> => {
  let recognised = 0
  for (const path of filesBelow(root)) {
    if (shapeOf(source, root, path) === undefined || statSync(path).size === 0) continue
    const found = recogniseFile(path).recognised?.name
    assert.ok(found === source.name || found === undefined, `${relative(root, path)} is taken for ${found}`)
    if (found === source.name) recognised++
  }
  assert.ok(recognised > 0, 'no file is recognised')
}
