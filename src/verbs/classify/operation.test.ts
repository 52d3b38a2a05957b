import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classify, readClassifyInput } from './operation.ts'

const outcomeOf = (result: unknown): string => {
  const input = readClassifyInput(JSON.stringify({ tool: 'Bash', arguments: { command: 'ls gone' }, result }))
  return 'problem' in input ? input.problem : classify(input).outcome
}

test('a result given as blocks is read as its words', () => {
  assert.equal(outcomeOf([{ type: 'text', text: 'ls: gone: No such file or directory' }]), 'error')
  assert.equal(outcomeOf([{ type: 'text', text: 'a.txt' }]), 'ok')
  assert.equal(outcomeOf('ls: gone: No such file or directory'), 'error')
})

test('other lists and objects are kept as JSON', () => {
  const input = readClassifyInput('{"tool":"x","result":[{"type":"text"},1]}')
  assert.deepEqual('result' in input && input.result, '[{"type":"text"},1]')
  assert.equal(outcomeOf(undefined), 'unknown')
})
