import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MinedCall } from '../../schema/harvest.ts'
import { rankExemplars } from './exemplar.ts'
import { usualWords } from '../slots/usual-words.ts'

const call = (id: string, command: string, given: Partial<MinedCall> = {}): MinedCall => ({
  id,
  sessionId: id,
  session: id,
  tool: 'Bash',
  kind: 'terminal',
  subject: command,
  args: { command },
  resultHead: 'ok',
  resultTail: '',
  resultChars: 2,
  outcome: 'ok',
  masked: false,
  evidence: '',
  project: undefined,
  cwd: '/home/sam/shop',
  at: 1,
  ...given,
})

const best = (...calls: MinedCall[]): string | undefined => {
  const lines = calls.map(({ subject, sessionId, cwd }) => ({ line: subject, session: sessionId, cwd }))
  return rankExemplars(calls, { usual: usualWords(lines), lines })[0]?.id
}

test('the usual way of saying it comes before rare ones', () => {
  const calls = [call('a', 'pytest'), call('b', 'python -m pytest -q'), call('c', 'python -m pytest tests')]
  assert.equal(best(...calls), 'b')
})

test('one plain command comes before two, and a step into the own directory is none', () => {
  assert.equal(best(call('a', 'make test | tail'), call('b', 'make test && make lint'), call('c', 'make test')), 'c')
  assert.equal(best(call('a', 'make test | tail'), call('b', 'cd /home/sam/shop && make test')), 'b')
})

test('a result that says something comes before silence, the newer before the older', () => {
  assert.equal(best(call('a', 'make test', { resultChars: 0 }), call('b', 'make test')), 'b')
  assert.equal(best(call('a', 'make test'), call('b', 'make test', { at: 2 })), 'b')
})

test('a result whose words can be shown comes before one of which only the size is told, unless it is said in a rare way', () => {
  const calls = [call('a', 'make test'), call('b', 'make test -k'), call('c', 'gmake test')]
  const lines = calls.map(({ subject, sessionId, cwd }) => ({ line: subject, session: sessionId, cwd }))
  const first = (shown: string): string | undefined =>
    rankExemplars(calls, { usual: usualWords(lines), lines, isShown: ({ id }) => id === shown })[0]?.id
  assert.deepEqual(['a', 'b', 'c'].map(first), ['a', 'b', 'a'])
})

test('calls that failed or whose arguments were cut stand for nothing', () => {
  assert.equal(
    best(call('a', 'make test', { outcome: 'error' }), call('b', 'make test', { args: undefined })),
    undefined,
  )
})

test('of other tools the usual arguments decide', () => {
  const order = (id: string, args: Record<string, unknown>) => call(id, '', { tool: 'get_order', args })
  const calls = [order('a', { id: 1, deep: true }), order('b', { id: 2 }), order('c', { id: 30 })]
  assert.equal(rankExemplars(calls, { usual: () => 1, lines: undefined })[0]?.id, 'b')
})

test('what ended well only behind a pipe is no example, nor what is only known to have begun', () => {
  assert.equal(best(call('a', 'make test | tail', { masked: true })), undefined)
  assert.equal(best(call('a', 'make serve', { resultHead: 'Process running with session ID 7\nOutput:\n' })), undefined)
})
