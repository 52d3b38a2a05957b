import { fileURLToPath } from 'node:url'

/** The path of our own program. A clone and an installed package have it at the same depth. */
export const programPath = (): string => fileURLToPath(new URL('../../../bin/warmstart', import.meta.url))

/** A warning about a program in a place that may soon be gone. */
export const programWarning = (program: string): string[] =>
  /[\\/]_npx[\\/]/.test(program)
    ? [
        `${program} is a copy that npx may throw away. Install warmstart for good (npm install --global), then run this again.`,
      ]
    : []
