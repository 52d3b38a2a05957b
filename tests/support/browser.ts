import { type Browser, chromium } from 'playwright-core'
import { needsOneOf, programAt } from './programs.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'] as const

/** For suites that look at pages in a real browser, as their options. */
export const needsBrowser = (): { skip: string | false } => needsOneOf(...NAMES)

const LONGEST_START_MS = 240_000
/** The browser asks nothing of a network. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: NAMES.map(programAt).find((path) => path !== undefined) ?? '',
    chromiumSandbox: false,
    // Beside ten busy processes a browser takes longer to start than the library waits by itself.
    timeout: LONGEST_START_MS,
    args: [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
