import { readFileSync } from 'node:fs'

/** Plain JavaScript without imports of ours: `--version` must cost hardly more than starting Node. */
export const VERSION = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
