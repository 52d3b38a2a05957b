import { fileURLToPath } from 'node:url'

/** Our own program, in a clone or in an installed package: both have the same depth below their root. */
export const programPath = (): string => fileURLToPath(new URL('../../../bin/warmstart', import.meta.url))

/** What to say of a program that may be gone tomorrow. */
export const programWarning = (program: string): string[] =>
  /[\\/]_npx[\\/]/.test(program)
    ? [
        `${program} is a copy that npx may throw away. Install warmstart for good (npm install --global), then run this again.`,
      ]
    : []
