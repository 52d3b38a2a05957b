import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { renderReport } from '../src/interfaces/page/report.ts'
import { launchBrowser, needsBrowser } from './support/browser.ts'
import { emptyHistory, fullHistory, scantHistory } from './support/profile-fixture.ts'
import { fullSession, silentSession } from './support/session-fixture.ts'

const CHARTS = 9

suite('the page in a real browser', needsBrowser(), () => {
  const folder = mkdtempSync(join(tmpdir(), 'warmstart-page-'))
  let browser: Browser

  before(async () => {
    const made = { at: '2026-04-02T10:11:12.000Z', store: 'warmstart.db', version: '0.1.0', sample: false }
    const full = await renderReport({ history: fullHistory(), session: fullSession(), made })
    const scant = await renderReport({ history: scantHistory(), session: silentSession(), made })
    const empty = await renderReport({ history: emptyHistory(), session: undefined, made: { ...made, sample: true } })
    writeFileSync(join(folder, 'full.html'), full)
    writeFileSync(join(folder, 'empty.html'), empty)
    writeFileSync(join(folder, 'scant.html'), scant)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Opens a page, and fails if it complains or asks for anything but itself. */
  const open = async (
    name: 'full' | 'scant' | 'empty',
    options: BrowserContextOptions,
    look: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
    page.on('request', (request) => requests.push(request.url()))
    const address = pathToFileURL(join(folder, `${name}.html`)).href
    await page.goto(address)
    await look(page)
    await context.close()
    assert.deepEqual(complaints, [])
    assert.deepEqual(
      requests.filter((url) => !url.startsWith('data:')),
      [address],
    )
  }

  const at = (width: number, more: BrowserContextOptions = {}): BrowserContextOptions => ({
    viewport: { width, height: 800 },
    ...more,
  })
  const overflow = (page: Page): Promise<unknown> => page.evaluate('document.scrollingElement.scrollWidth - innerWidth')
  const openAll = (page: Page): Promise<unknown> =>
    page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')

  for (const width of [320, 360, 768, 1280]) {
    test(`all charts are seen once and nothing overflows at ${width} pixels`, () =>
      open('full', at(width), async (page) => {
        assert.equal(await page.locator('svg[role=img]:visible').count(), CHARTS)
        assert.ok(Number(await overflow(page)) <= 0)
        await openAll(page)
        assert.ok(Number(await overflow(page)) <= 0, 'with all tables open')
      }))
  }

  test('charts fit a phone, but for the two that scroll in their own container', () =>
    open('full', at(360), async (page) => {
      const wide = await page.evaluate(
        '[...document.querySelectorAll("figure > .scroll")].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.parentElement.id)',
      )
      assert.deepEqual(wide, ['by-month', 'timeline'])
    }))

  test('no text of a chart is cut off at its edge', async () => {
    for (const width of [320, 360, 768, 1280])
      await open('full', at(width), async (page) => {
        const cut = await page.evaluate(`[...document.querySelectorAll('svg[role=img]')].flatMap((svg) => {
          const frame = svg.getBoundingClientRect()
          if (frame.width === 0) return []
          return [...svg.querySelectorAll('text')].filter((text) => {
            const box = text.getBoundingClientRect()
            return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1
          }).map((text) => text.textContent)
        })`)
        assert.deepEqual(cut, [], `at ${width} pixels`)
      })
  })

  test('what scrolls sideways says so, and only where it does', async () => {
    for (const [width, charts] of [
      [360, ['by-month', 'timeline']],
      [1280, []],
    ] as const)
      await open('full', at(width), async (page) => {
        const told = await page.evaluate(
          '[...document.querySelectorAll(".hint")].filter((each) => each.offsetHeight > 0).map((each) => each.parentElement.id)',
        )
        assert.deepEqual(told, charts, `at ${width} pixels`)
      })
  })

  test('on a wide screen what worked next has as much room as the error', () =>
    open('full', at(1280), async (page) => {
      const widths = (await page.evaluate(
        '[...document.querySelector("#costs .stacking tbody tr").children].map((each) => each.clientWidth)',
      )) as number[]
      const [error = 0, next = 0] = [widths[0], widths.at(-1)]
      assert.ok(next > 300 && next > error * 0.8, widths.join(' '))
    }))

  test('the dark scheme differs from the light one, in text and in charts', async () => {
    const colors: unknown[] = []
    for (const colorScheme of ['light', 'dark'] as const)
      await open('full', at(1280, { colorScheme }), async (page) => {
        colors.push(
          await page.evaluate(
            '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".chart circle")).fill, getComputedStyle(document.querySelector(".chart text")).fill]',
          ),
        )
      })
    const [light, dark] = colors as [string[], string[]]
    light.forEach((color, index) => assert.notEqual(color, dark[index]))
  })

  test('the tab key reaches the skip link first, then links, charts and tables', () =>
    open('full', at(1280), async (page) => {
      const reached: string[] = []
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab')
        reached.push(
          String(
            await page.evaluate(
              'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim()',
            ),
          ),
        )
      }
      assert.equal(reached[0], 'Skip to the answers')
      assert.equal(new Set(reached.filter((name) => name.startsWith('Chart: '))).size, CHARTS)
    }))

  test('the skip link shows itself on focus and leads to the answers', () =>
    open('full', at(1280), async (page) => {
      await page.keyboard.press('Tab')
      assert.ok(Number(await page.evaluate('document.activeElement.getBoundingClientRect().top')) >= 0)
      await page.keyboard.press('Enter')
      assert.match(page.url(), /#answers$/)
    }))

  test('everything is there without JavaScript, tables behind charts too', () =>
    open('full', at(1280, { javaScriptEnabled: false }), async (page) => {
      assert.equal(await page.locator('svg[role=img]:visible').count(), CHARTS)
      await page.locator('#by-length summary').click()
      assert.ok(await page.locator('#by-length table').isVisible())
    }))

  test('a screen reader finds landmarks, headings and named charts', () =>
    open('full', at(1280), async (page) => {
      for (const role of ['banner', 'navigation', 'main', 'contentinfo'] as const)
        assert.equal(await page.getByRole(role).count(), 1, role)
      assert.equal(await page.getByRole('img', { name: 'Error rate by length of session' }).count(), 1)
      assert.equal(await page.getByRole('heading', { level: 2 }).count(), 7)
      assert.equal(await page.getByRole('table', { name: 'The most expensive errors and what worked next' }).count(), 1)
    }))

  test('it prints with its tables open and its links left out', () =>
    open('full', at(1280), async (page) => {
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.locator('nav').isVisible(), false)
      assert.equal(await page.locator('details table:visible').count(), await page.locator('details table').count())
      assert.equal(await page.locator('svg[role=img]:visible').count(), CHARTS)
      assert.ok((await page.pdf({ format: 'A4' })).length > 20_000)
    }))

  test('nothing at all is one short section under a banner', () =>
    open('empty', at(360), async (page) => {
      assert.ok(await page.getByText('This is a sample.').isVisible())
      assert.equal(await page.getByRole('heading', { level: 2 }).count(), 1)
      assert.ok(Number(await overflow(page)) <= 0)
    }))

  test('almost nothing is a calm page of reasons', () =>
    open('scant', at(360), async (page) => {
      assert.equal(await page.locator('svg[role=img]').count(), 0)
      assert.equal(await page.locator('.absent:visible').count(), CHARTS + 1)
      await openAll(page)
      assert.ok(Number(await overflow(page)) <= 0)
    }))
})
