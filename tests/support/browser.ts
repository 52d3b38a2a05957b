import { type Browser, chromium } from 'playwright-core'
import { needsOneOf, programAt } from './programs.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'] as const

/** For suites that look at pages in a real browser, as their options. */
export const needsBrowser = (): { skip: string | false } => needsOneOf(...NAMES)

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: NAMES.map(programAt).find((path) => path !== undefined) ?? '',
    chromiumSandbox: false,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
