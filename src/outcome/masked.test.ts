import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './judge.ts'
import { maskIn } from './masked.ts'

test('what hid a failure can be read out of the evidence', () => {
  const failed = '--- FAIL: TestCart (0.00s)\nFAIL\n'
  const commands: [command: string, mask: string][] = [
    ['go test ./... 2>&1 | tail -5', '| tail'],
    ['go test ./... | head -40', '| head'],
    ['go test ./...; true', '; true'],
    ['go test ./... || echo done', '|| echo'],
  ]
  for (const [command, mask] of commands) {
    const verdict = judge({ tool: 'Bash', args: { command }, result: failed, exitCode: 0 })
    assert.deepEqual([verdict.masked, maskIn(verdict.evidence)], [true, mask], command)
  }
})

test('evidence that names no mask, or that was cut inside of one, gives a general word', () => {
  for (const evidence of ['', '`', '`` hid: FAIL', '`| tail', 'FAIL', 'x` hid: FAIL'])
    assert.equal(maskIn(evidence), 'other')
})
