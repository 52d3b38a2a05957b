import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { analyse } from '../src/experiment/analyse.ts'
import { renderExperiment } from '../src/interfaces/page/experiment.ts'
import type { ExperimentReport } from '../src/schema/listing/experiment-report.ts'
import type { Trial } from '../src/schema/experiment.ts'
import { launchBrowser, needsBrowser } from './support/browser.ts'
import { scratch } from './support/store.ts'
import { declare, pairsOf, plantedTrials } from './support/trials.ts'

/** Trials as a runner leaves them: with a transcript, a model and figures. */
const whole = (trials: readonly Trial[]): Trial[] =>
  trials.map((trial, index) => ({
    ...trial,
    session: `/home/sam/.warmstart/experiments/ab/${index}/session.jsonl`,
    metrics: { ...trial.metrics, steps: 8 + (index % 5), tokens: 20_000 + 900 * (index % 7), 'cost-usd': 0.02 },
  }))

/** A report with a third arm and every metric. */
const threeArms = (): ExperimentReport => {
  const trials = whole(pairsOf({ wins: 40, losses: 8, both: 60 })).map((trial, index) => ({
    ...trial,
    metrics: { ...trial.metrics, seconds: 20 + (index % 11), 'agent-errors': index % 3 },
  }))
  const third = trials.filter(({ arm }) => arm === 'cold').map((trial) => ({ ...trial, arm: 'placebo' }))
  const declared = declare()
  const arms = [...declared.arms, { name: 'placebo', treatment: { kind: 'placebo' as const }, share: null }]
  return analyse({ ...declared, arms }, [...trials, ...third])
}

const REPORTS: Record<string, ExperimentReport> = {
  helps: analyse(declare(), whole(pairsOf({ wins: 40, losses: 8, both: 60 }))),
  hurts: analyse(declare(), whole(pairsOf({ wins: 8, losses: 40, both: 60 }))),
  same: analyse(declare(), whole(pairsOf({ wins: 4, losses: 4, both: 900 }))),
  three: threeArms(),
  few: analyse(declare(), whole(plantedTrials({ seed: 'q', tasks: 24, cold: 0.5, effect: 0.1 }))),
}

interface Box {
  top: number
  bottom: number
  width: number
}

suite('the result page in a real browser', needsBrowser(), () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(async () => browser?.close())

  /** Opens the page of a report, which holds no script. */
  const open = async (
    t: Parameters<typeof scratch>[0],
    name: string,
    { width, scheme = 'light' }: { width: number; scheme?: 'light' | 'dark' },
  ): Promise<Page> => {
    const report = REPORTS[name]
    assert.ok(report !== undefined)
    const file = join(scratch(t), 'page.html')
    writeFileSync(file, await renderExperiment(report, { at: '2026-04-02T10:11:12.000Z', version: '0.1.0' }))
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
    t.after(() => context.close())
    const page = await context.newPage()
    await page.goto(pathToFileURL(file).href)
    return page
  }
  const boxOf = async (page: Page, selector: string): Promise<Box> => {
    const found = await page.locator(selector).first().boundingBox()
    assert.ok(found !== null, `${selector} is not seen`)
    return { top: found.y, bottom: found.y + found.height, width: found.width }
  }

  for (const name of Object.keys(REPORTS))
    test(`${name}: one screen holds verdict, effect, tasks, money and what could be wrong`, async (t) => {
      const page = await open(t, name, { width: 1440 })
      const parts = ['h1', '.statement', '#effects .chart.wide', '#money-title', '.checks', '.key-figures']
      for (const part of parts) assert.ok((await boxOf(page, part)).bottom <= 900, part)
      for (const part of ['#declared-title', '#time-title', '.pairs tr:nth-child(12)'])
        assert.ok((await boxOf(page, part)).bottom <= 900, part)
      const [row] = await page.locator('.pairs tbody tr').all()
      assert.equal(await row?.locator('svg circle, svg path[fill]').count(), 2, 'two dots')
      assert.deepEqual(await row?.locator('a').allTextContents(), ['cold', 'warm'])
    })

  test('a third arm and all metrics leave the course of the interval on the first screen, and a row of figures in one line', async (t) => {
    const page = await open(t, 'three', { width: 1440 })
    assert.ok((await boxOf(page, '#sequence .chart.wide')).top <= 780)
    const tops = await page.evaluate(
      '[...document.querySelectorAll(".key-figures > div")].map((each) => each.getBoundingClientRect().top)',
    )
    assert.equal(new Set(tops as number[]).size, 1)
    const [row] = await page.locator('.pairs tbody tr').all()
    assert.deepEqual(await row?.locator('a').allTextContents(), ['cold', 'warm'], 'the two arms whose dots are shown')
  })

  test('helps, hurts and no difference have one size and one colour', async (t) => {
    const looks = async (name: string): Promise<unknown> => {
      const page = await open(t, name, { width: 1440 })
      const look = `['h1', '.statement', '#effects .chart.wide circle'].map((each) => {
        const { fontSize, fontWeight, color, fill, backgroundColor } = getComputedStyle(document.querySelector(each))
        return [fontSize, fontWeight, color, fill, backgroundColor]
      })`
      return page.evaluate(look)
    }
    const helps = await looks('helps')
    assert.deepEqual(await looks('hurts'), helps)
    assert.deepEqual(await looks('same'), helps)
  })

  for (const scheme of ['light', 'dark'] as const)
    for (const width of [320, 400, 900, 1280])
      test(`nothing overflows at ${width} pixels, ${scheme}, with everything opened`, async (t) => {
        const page = await open(t, 'helps', { width, scheme })
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
        assert.equal(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth'), 0)
        const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
        assert.equal(Number(/\d+/.exec(String(paper))?.[0]) > 128, scheme === 'light')
      })
})
