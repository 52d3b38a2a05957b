import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import {
  fullHistory,
  fullSession,
  HOSTILE,
  scantHistory,
  silentSession,
} from '../../../tests/support/profile-fixture.ts'
import { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { SessionProfile } from '../../schema/listing/session-profile.ts'
import { renderReport } from './report.ts'

const made = { at: '2026-04-02T10:11:12.000Z', store: 'postgres://sam:hunter2secret@db/warm', version: '0.1.0' }
const HISTORY_CHARTS = 8

const headings = (page: string): number[] => [...page.matchAll(/<h([1-6])[ >]/g)].map((match) => Number(match[1]))

test('the hand-made profiles are what the schemas describe', () => {
  for (const history of [fullHistory(), scantHistory()]) HistoryProfile.parse(history)
  for (const session of [fullSession(), silentSession()]) SessionProfile.parse(session)
})

suite('a page of a full history', () => {
  let page = ''
  before(async () => {
    page = await renderReport({ history: fullHistory(), session: fullSession(), made })
  })

  test('is the same, byte by byte, for the same input', async () => {
    assert.equal(await renderReport({ history: fullHistory(), session: fullSession(), made }), page)
  })

  test('holds each chart twice, with title, description and a table behind it', () => {
    const charts = [
      ...page.matchAll(
        /<svg class="chart (wide|narrow)"[^>]*role="img"[^>]*><title[^>]*>[^<]+<\/title><desc[^>]*>[^<]+</g,
      ),
    ]
    assert.equal(charts.length, (HISTORY_CHARTS + 1) * 2)
    for (const figure of page.split('<figure ').slice(1))
      assert.match(figure.split('</figure>')[0] ?? '', /<details>.*<table>/s)
  })

  test('asks for nothing from elsewhere and runs nothing', () => {
    assert.match(
      page,
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;/,
    )
    assert.doesNotMatch(
      page.replaceAll('http://www.w3.org/2000/svg', ''),
      /https?:\/\/|<script|<link rel="stylesheet|<img|@import|url\((?!#)/,
    )
  })

  test('lets no foreign text through unescaped, and no secret at all', () => {
    assert.ok(page.includes('&lt;script&gt;alert('))
    assert.doesNotMatch(page, /[\u202a-\u202e\u2066-\u2069\u0007]/)
    assert.doesNotMatch(page, /hunter2secret/)
    assert.ok(!page.includes(HOSTILE))
  })

  test('has headings in order and every id once, and its links lead somewhere', () => {
    const levels = headings(page)
    assert.equal(levels.filter((level) => level === 1).length, 1)
    levels.forEach((level, index) => assert.ok(index === 0 || level - (levels[index - 1] ?? 0) <= 1))
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    assert.equal(new Set(ids).size, ids.length)
    for (const [, target] of page.matchAll(/(?:href="#|aria-(?:labelledby|describedby)=")([^"]+)"/g))
      assert.ok(ids.includes(target), target)
  })

  test('says which entries are not drawn and why', () => {
    for (const reason of ['only 2 sessions', 'its results are never recorded', 'only 6 sessions on one side'])
      assert.ok(page.includes(reason), reason)
  })
})

test('a page of almost nothing shows reasons in place of charts, and no invented zero', async () => {
  const page = await renderReport({ history: scantHistory(), session: silentSession(), made })
  assert.doesNotMatch(page, /role="img"|NaN|undefined|null/)
  assert.equal(page.match(/class="absent"/g)?.length, HISTORY_CHARTS + 2)
  assert.doesNotMatch(page.replaceAll(/95 ?%/g, '').split('<body>')[1] ?? '', /[^.\d]0(\.0)?\u00a0%/)
})

test('an empty history and no session still make a page', async () => {
  const empty = { ...scantHistory(), byLength: [], byPosition: [], byTool: [], byKind: [], byTaskType: [], byMonth: [] }
  const history = { ...empty, drivers: { notCausal: 'Nothing to compare.', items: [] }, sessions: 0, calls: 0 }
  const page = await renderReport({ history, session: undefined, made })
  assert.ok(page.includes('No session was chosen for this page.'))
  assert.doesNotMatch(page, /NaN|undefined|Infinity/)
})

test('single points, rates of nothing and of all can be drawn', async () => {
  const history = fullHistory()
  const whole = { rate: 1, low: 0.2, high: 1, n: 1 }
  const none = { rate: 0, low: 0, high: 0.8, n: 1 }
  history.byTool = history.byTool.slice(0, 1).map((tool) => ({ ...tool, errorRate: whole }))
  history.byLength = history.byLength.map((group) => ({ ...group, errorRate: none }))
  history.byMonth = history.byMonth.slice(0, 1).map((month) => ({ ...month, errorRate: none }))
  assert.doesNotMatch(await renderReport({ history, session: fullSession(1), made }), /NaN|undefined|Infinity/)
})

test('the charting library is loaded only by who draws', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  for (const name of files)
    assert.doesNotMatch(
      readFileSync(join(import.meta.dirname, name), 'utf8'),
      /^import (?!type)[^;\n]*from '(@observablehq\/plot|happy-dom|zod)'/m,
      name,
    )
  assert.doesNotMatch(readFileSync(join(import.meta.dirname, 'headline.ts'), 'utf8'), /canvas|charts/)
})
