import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLD, declare, liveTrials, pairsOf, plantedTrials, trialOf, WARM } from '../../../tests/support/trials.ts'
import { analyse } from '../../experiment/analyse.ts'
import { renderExperiment } from './experiment.ts'

const made = { at: '2026-04-02T10:11:12.000Z', version: '0.1.0' }
const PLANTED = { seed: 'page', tasks: 60, cold: 0.4, effect: 0.3 }

test('a page needs nothing else, and the same report gives the same bytes', async () => {
  const report = analyse(declare(), plantedTrials(PLANTED))
  const page = await renderExperiment(report, made)
  assert.equal(await renderExperiment(report, made), page)
  assert.doesNotMatch(page, /<script|https?:\/\/(?!www\.w3\.org)/)
  assert.match(page, /default-src 'none'/)
  for (const id of ['effects', 'tasks', 'sequence', 'strata']) assert.match(page, new RegExp(`<figure id="${id}"`))
  assert.match(page, new RegExp(report.declaration.hash))
})

test('every verdict has a heading of the same kind', async () => {
  const heading = async (counts: Parameters<typeof pairsOf>[0]): Promise<string> =>
    /<h1[^>]*>[^<]*<\/h1>/.exec(await renderExperiment(analyse(declare(), pairsOf(counts)), made))?.[0] ?? ''
  assert.match(await heading({ wins: 40, losses: 8, both: 60 }), /^<h1>Helps: \+29.6 points<\/h1>$/)
  assert.match(await heading({ wins: 8, losses: 40, both: 60 }), /^<h1>Hurts: -29.6 points<\/h1>$/)
  assert.match(await heading({ wins: 4, losses: 4, both: 900 }), /^<h1>No practical difference: 0.0 points<\/h1>$/)
  assert.match(await heading({}), /^<h1>Not enough data<\/h1>$/)
})

test('names of others are text, and paths cannot become other addresses', async () => {
  const trials = plantedTrials(PLANTED).map((trial, index) => ({
    ...trial,
    task: `<img src=x onerror=alert(1)> ${trial.task}`,
    model: '"><script>alert(2)</script>',
    session: index % 2 === 0 ? '/tmp/a"b<c>.json' : 'javascript:alert(3)',
  }))
  const page = await renderExperiment(analyse(declare(), trials), made)
  assert.doesNotMatch(page, /<img|<script|href="javascript/)
  assert.match(page, /href="file:\/\/\/tmp\/a%22b%3Cc%3E\.json"/)
})

test('live, observational and unfinished experiments have a page too', async () => {
  const arms = [
    { ...COLD, share: 0.5 },
    { ...WARM, share: 0.5 },
  ]
  const sessions = liveTrials({ seed: 'page', sessions: 90, share: 0.5, cold: 0.4, effect: 0.2 })
  for (const design of ['live', 'observational', 'reversal', 'paired'] as const)
    for (const trials of [sessions, [trialOf()], []]) {
      const page = await renderExperiment(analyse(declare({ design, arms }), trials), made)
      assert.equal(page.includes('<strong>Not causal.</strong>'), design === 'observational')
    }
})
