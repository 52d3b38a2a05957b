import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { errorKindLines } from './signatures-show.ts'

const SCREEN = { width: 80, colors: pc.createColors(false) }
const KIND = {
  tool: 'Bash',
  message: 'exit code <n>',
  count: 1,
  callsSpent: 1,
  workedNext: [{ tool: 'Bash', subject: 'npm test', count: 1 }],
  example: 'abcd',
}

test('recovery is spoken of only where there was something to recover from', () => {
  for (const [cause, isShown] of [
    ['agent', true],
    ['environment', true],
    ['user', false],
    ['expected', false],
    ['not-run', false],
  ] as const) {
    for (const recovered of [1, null, { rate: 1, low: 0.2, high: 1, n: 1 }]) {
      const text = errorKindLines('Errors', [{ ...KIND, cause, recovered, reason: 'nothing to recover from' }], SCREEN)
      assert.equal(/recover|worked next/.test(text.join('\n')), isShown, cause)
      assert.match(text.join('\n'), /once, 1 call spent/)
    }
  }
})
