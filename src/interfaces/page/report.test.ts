import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import * as v from 'valibot'
import { emptyHistory, fullHistory, scantHistory } from '../../../tests/support/profile-fixture.ts'
import { fullSession, HOSTILE, LONG_TOOL, silentSession } from '../../../tests/support/session-fixture.ts'
import { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { SessionProfile } from '../../schema/listing/session-profile.ts'
import { renderReport } from './report.ts'

const made = {
  at: '2026-04-02T10:11:12.000Z',
  store: 'postgres://sam:hunter2secret@db/warm',
  version: '0.1.0',
  sample: false,
}
const HISTORY_CHARTS = 8

const headings = (page: string): number[] => [...page.matchAll(/<h([1-6])[ >]/g)].map((match) => Number(match[1]))

test('the hand-made profiles are what the schemas describe', () => {
  for (const history of [fullHistory(), scantHistory(), emptyHistory()]) v.parse(HistoryProfile, history)
  for (const session of [fullSession(), silentSession()]) v.parse(SessionProfile, session)
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

  test('says what wrote it, and that it is not a sample', () => {
    assert.ok(page.includes('<meta name="generator" content="warmstart">'))
    assert.ok(page.includes('excerpts of your sessions'))
    assert.doesNotMatch(page, /class="banner"/)
  })

  test('has the whole of a name that a chart cuts', () => {
    assert.match(page, />mcp__WAREHO[^<]*…[^<]*many_words</)
    assert.ok(page.includes(`<title>${LONG_TOOL}</title>`))
  })

  test('explains the mark of a cut interval where there is one, and nowhere else', () => {
    const figures = page.split('<figure ').slice(1)
    const explaining = figures.filter((figure) => figure.includes('An open arrowhead'))
    assert.deepEqual(
      explaining.map((figure) => /id="([^"]+)"/.exec(figure)?.[1]),
      ['by-tool'],
    )
  })

  test('counts no recovery from what neither the agent nor its environment caused', () => {
    assert.match(page, /Not counted: 5\u00a0[^<]+, 7\u00a0mcp__issues__create…\. Neither the agent/)
    assert.match(page, /of the same shape, else of the same tool/)
    assert.match(page, /<span class="reason">not counted<\/span>/)
  })

  test('breaks no line between a number and its unit', () => {
    const seen = (page.split('<body>')[1] ?? '').replaceAll(/<svg.*?<\/svg>/gs, '')
    assert.doesNotMatch(seen, /\d (%|calls?\b|sessions?\b|points?\b)/)
  })

  test('says what looked fine and had failed, by what hid it and by project', () => {
    const section = /<section id="masked".*?<\/section>/s.exec(page)?.[0] ?? ''
    assert.match(section, /380\u00a0calls in 117\u00a0sessions ended well while their output shows a failure/)
    assert.match(section, /\| tail.*<td class="right">300<\/td>/s)
    assert.match(section, /In which projects.*<td class="right">380<\/td>/s)
  })

  test('says what errors cost', () => {
    assert.match(page, /took 5,210\u00a0calls, about 61,000,000 tokens, about \$84\.20 in the 600\u00a0sessions/)
  })

  test('says which entries are not drawn and why', () => {
    for (const reason of ['only 2 sessions', 'its results are never recorded', 'only 6 sessions on one side'])
      assert.ok(page.replaceAll('\u00a0', ' ').includes(reason), reason)
  })
})

test('a page of almost nothing shows reasons in place of charts, and no invented zero', async () => {
  const page = await renderReport({ history: scantHistory(), session: silentSession(), made })
  assert.doesNotMatch(page, /role="img"|NaN|undefined|null/)
  assert.equal(page.match(/class="absent"/g)?.length, HISTORY_CHARTS + 2)
  assert.doesNotMatch(page.replaceAll(/95\u00a0%/g, '').split('<body>')[1] ?? '', /[^.\d]0(\.0)?\u00a0%/)
})

suite('a page without anything to measure', () => {
  const pages = {
    'no sessions': { history: emptyHistory(), advice: /There is no session in this store yet.*warmstart sync</s },
    'no session that fits': {
      history: { ...emptyHistory(), filter: { project: '<shop>' } },
      advice: /project &lt;shop&gt;.*No session fits the filter.*without a filter/s,
    },
    'no calls': {
      history: { ...emptyHistory(), sessions: 3, withTrivial: { ...scantHistory().withTrivial, calls: 0 } },
      advice: /3\u00a0sessions, and no tool call was made/,
    },
    'trivial calls only': { history: { ...emptyHistory(), sessions: 3 }, advice: /only trivial tool calls were made/ },
  }
  for (const [name, { history, advice }] of Object.entries(pages))
    test(`has its statement and one section that says what to do: ${name}`, async () => {
      const page = await renderReport({ history, session: silentSession(), made })
      assert.match(page, advice)
      assert.match(page, /<p class="statement">[^<]+<code>warmstart sync<\/code>/)
      assert.equal(page.match(/<section /g)?.length, 1)
      assert.doesNotMatch(page, /<nav|<figure|class="key-figures"|NaN|undefined|Infinity|<dd/)
    })
})

test('a page of the sample says that nobody held these sessions, and nothing of yours', async () => {
  for (const history of [fullHistory(), emptyHistory()]) {
    const page = await renderReport({ history, session: undefined, made: { ...made, sample: true } })
    assert.match(page, /<p class="banner">.*A generator made up everything on this page/)
    assert.doesNotMatch(page, /your sessions/)
  }
})

test('a page without a session says so', async () => {
  const page = await renderReport({ history: fullHistory(), session: undefined, made })
  assert.ok(page.includes('No session was chosen for this page.'))
})

test('a history with under half of its outcomes known gets bounds, and no rate that could be ranked', async () => {
  const bounds = { atLeast: 0.04, atMost: 0.91, agentAtLeast: 0.02, unknown: 0.87 }
  const reason = 'at least 4 %, 87 % cannot be told'
  const history = { ...fullHistory(), errorRate: null, agentErrorRate: null, bounds, reason }
  history.byTool = history.byTool.map((tool) => ({ ...tool, errorRate: null, agentErrorRate: null, bounds, reason }))
  const page = (await renderReport({ history, session: undefined, made })).replaceAll('\u00a0', ' ')
  assert.match(page, /Between 4\.0 % and 91\.0 % of 48,210 calls failed: 87\.0 % cannot be told/)
  assert.match(page, /at least 4 %, 87 % cannot be told/)
  assert.doesNotMatch(page, /fails most often/)
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
