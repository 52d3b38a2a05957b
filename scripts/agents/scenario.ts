import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Cause, Outcome } from '../../src/schema/outcome.ts'

/** Something that the model wants done, whatever the agent's tool for it is called. */
export type Wanted =
  | { kind: 'shell'; command: string }
  | { kind: 'read'; path: string }
  | { kind: 'edit'; path: string; old: string; new: string }
  | { kind: 'unknown-tool' }
  | { kind: 'list-tools' }
  | { kind: 'mcp'; tool: string; args: Record<string, unknown> }

/** What our reader should say of a call. */
export interface Expected {
  outcome: Outcome
  cause?: Cause
  isMasked?: boolean
}

export interface Step {
  /** Several are asked for in one answer of the model. */
  wanted: readonly Wanted[]
  expected: readonly Expected[]
}

const OK: Expected = { outcome: 'ok' }
const AGENT: Expected = { outcome: 'error', cause: 'agent' }
const EXPECTED: Expected = { outcome: 'error', cause: 'expected' }

const step = (wanted: Wanted, expected: Expected): Step => ({ wanted: [wanted], expected: [expected] })
const shell = (command: string, expected: Expected): Step => step({ kind: 'shell', command }, expected)

/** The call after whose failure a hint is due. */
export const FAILING = 'cat docs/cart.md'

/** One of every kind of ending, in the words of the agent that is played. */
export const STEPS: readonly Step[] = [
  shell('echo fine', OK),
  shell(FAILING, AGENT),
  shell('grep -rn zebra package.json', EXPECTED),
  shell('npm run lint', EXPECTED),
  shell('npm run lintt', AGENT),
  shell('node --test cart.test.js', EXPECTED),
  shell('node --check broken.js', AGENT),
  shell('shop-linter --all', { outcome: 'error', cause: 'environment' }),
  shell('node --test cart.test.js 2>&1 | tail -40', { outcome: 'ok', isMasked: true }),
  {
    wanted: [
      { kind: 'shell', command: 'ls' },
      { kind: 'shell', command: 'ls carts' },
    ],
    expected: [OK, AGENT],
  },
  step({ kind: 'read', path: 'README.md' }, OK),
  step({ kind: 'read', path: 'docs/none.md' }, AGENT),
  step({ kind: 'edit', path: 'README.md', old: 'A small shop.', new: 'A shop.' }, OK),
  step({ kind: 'edit', path: 'README.md', old: 'words that are not there', new: 'x' }, AGENT),
  step({ kind: 'unknown-tool' }, AGENT),
  step({ kind: 'list-tools' }, OK),
  step({ kind: 'mcp', tool: 'warm_session', args: { action: 'list' } }, OK),
  step({ kind: 'mcp', tool: 'warm_session', args: { action: 'lst' } }, AGENT),
]

const FILES: Record<string, string> = {
  'package.json':
    '{ "name": "shop", "type": "module", "scripts": { "lint": "node lint.js", "check": "node check.js" } }\n',
  'README.md': '# Shop\n\nA small shop.\n',
  'cart.js': 'export const total = (lines) => lines.reduce((sum, { price }) => sum + price, 0)\n',
  'cart.test.js':
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { total } from './cart.js'\n\ntest('two of three are six', () => assert.equal(total([{ price: 3, count: 2 }]), 6))\n",
  'broken.js': 'export const total = (lines => 1\n',
  'check.js': "console.log('The shop is in order.')\n",
  'lint.js':
    "console.log(`cart.js\\n  1:14  error  'total' is never used  no-unused-vars\\n\\n✖ 1 problem (1 error, 0 warnings)`)\nprocess.exit(1)\n",
}

/** A repository in which the steps end as they should. */
export const writeProject = (directory: string): void => {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(directory, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
