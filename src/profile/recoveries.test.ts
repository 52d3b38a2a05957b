import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ProfileCall } from '../schema/tally.ts'
import { errorPatterns } from './recoveries.ts'

/** Calls in short: `ok Bash npm test`, `agent Edit a.ts`; the first word is the outcome or the cause of an error. */
const callsOf = (lines: readonly string[], agent?: string): ProfileCall[] =>
  lines.map((line, index) => {
    const [word = '', tool = '', ...rest] = line.split(' ')
    const isError = !['ok', 'unknown', 'trivial'].includes(word)
    return {
      id: `${agent ?? 'main'}-${index + 1}`,
      agent,
      tool,
      kind: tool === 'Bash' ? 'terminal' : 'file',
      trivial: word === 'trivial',
      outcome: isError ? 'error' : word === 'unknown' ? 'unknown' : 'ok',
      cause: isError ? (word as 'agent') : undefined,
      rung: 'flag',
      rule: 'flag-error',
      evidence: isError ? 'it failed' : '',
      position: index + 1,
      turn: 1,
      contextTokens: undefined,
      at: undefined,
      subject: rest.join(' '),
      line: index + 1,
    }
  })

test('the next call of the same shape that works is the recovery', () => {
  const calls = callsOf(['agent Edit a.ts', 'ok Read a.ts', 'ok Edit b.ts', 'ok Edit a.ts'])
  const { patterns, pairs, recoverable, recovered } = errorPatterns(calls)
  assert.deepEqual([recoverable, recovered], [1, 1])
  assert.deepEqual(pairs[0]?.worked, { call: 'main-4', tool: 'Edit', subject: 'a.ts' })
  assert.equal(pairs[0]?.after, 3)
  assert.deepEqual(patterns, [
    {
      signature: pairs[0]?.signature,
      tool: 'Edit',
      cause: 'agent',
      message: 'it failed',
      count: 1,
      recovered: 1,
      callsSpent: 3,
      workedNext: [{ tool: 'Edit', subject: 'a.ts', count: 1 }],
      example: 'main-1',
    },
  ])
})

test('where the shape is not tried again, the same tool will do', () => {
  const { pairs } = errorPatterns(callsOf(['agent Read missing.ts', 'ok Grep x', 'ok Read found.ts']))
  assert.equal(pairs[0]?.worked.subject, 'found.ts')
})

test('where the shape was tried again in vain, the same tool will not do', () => {
  const { pairs, patterns } = errorPatterns(
    callsOf(['agent Edit a.ts', 'ok Edit b.ts', 'agent Edit a.ts', 'ok Read c']),
  )
  assert.deepEqual(pairs, [])
  assert.equal(patterns[0]?.recovered, 0)
  assert.equal(patterns[0]?.callsSpent, 3)
})

test('a shell recovers by the same kind of work, not by any command that works', () => {
  assert.deepEqual(errorPatterns(callsOf(['agent Bash git commit -m x', 'ok Bash ls', 'ok Bash git log'])).pairs, [])
  const { pairs } = errorPatterns(callsOf(['environment Bash rg x', 'ok Bash ls', 'ok Bash grep -r x .']))
  assert.equal(pairs[0]?.worked.subject, 'grep -r x .')
})

test('calls between errors of one signature are spent once', () => {
  const { patterns } = errorPatterns(
    callsOf(['agent Edit a', 'agent Edit a', 'ok Read a', 'agent Edit a', 'ok Edit a']),
  )
  assert.equal(patterns.length, 1)
  assert.deepEqual([patterns[0]?.count, patterns[0]?.recovered, patterns[0]?.callsSpent], [3, 3, 4])
  assert.deepEqual(patterns[0]?.workedNext, [{ tool: 'Edit', subject: 'a', count: 3 }])
})

test('calls that errors took are counted once, whatever the errors are', () => {
  // Edit fails at 1 and works at 5, Read fails at 2 and works at 4: calls 1 to 4. A red test costs nothing.
  const { patterns, spent } = errorPatterns(
    callsOf(['agent Edit a', 'environment Read b', 'ok Bash ls', 'ok Read b', 'ok Edit a', 'expected Bash pytest']),
  )
  assert.deepEqual(
    patterns.map(({ callsSpent }) => callsSpent).toSorted((a, b) => a - b),
    [1, 2, 4],
  )
  assert.equal(spent, 4)
})

test('an error that is not tried again cost one call', () => {
  const { patterns } = errorPatterns(callsOf(['agent Edit a', 'ok Read b', 'ok Read c']))
  assert.equal(patterns[0]?.callsSpent, 1)
})

test('ten calls are looked at, trivial ones are passed over', () => {
  const between = (count: number): string[] => Array.from({ length: count }, (_, at) => `ok Read f${at}`)
  const trivial = Array.from({ length: 5 }, () => 'trivial TodoWrite x')
  assert.equal(errorPatterns(callsOf(['agent Edit a', ...between(9), ...trivial, 'ok Edit a'])).recovered, 1)
  assert.equal(errorPatterns(callsOf(['agent Edit a', ...between(10), 'ok Edit a'])).recovered, 0)
  assert.deepEqual(errorPatterns(callsOf(['agent Edit a', ...trivial, 'ok Edit a'])).pairs[0]?.after, 1)
})

test('a refusal and an expected failure are patterns, but nothing to recover from', () => {
  const found = errorPatterns(
    callsOf(['user Edit a', 'ok Read a', 'ok Edit a', 'expected Bash grep x', 'ok Bash grep y']),
  )
  assert.deepEqual([found.recoverable, found.recovered, found.pairs], [0, 0, []])
  assert.deepEqual(
    found.patterns.map(({ cause, recovered, callsSpent }) => [cause, recovered, callsSpent].join(' ')).toSorted(),
    ['expected 1 1', 'user 1 1'],
  )
})

test('conversations do not recover for each other', () => {
  const calls = [...callsOf(['agent Edit a']), ...callsOf(['ok Edit a'], 'helper')]
  assert.equal(errorPatterns(calls).recovered, 0)
})

test('an unknown outcome is no recovery', () => {
  assert.equal(errorPatterns(callsOf(['agent Edit a', 'unknown Edit a'])).recovered, 0)
})

test('counts agree with each other, and the dearest comes first', () => {
  const word = fc.constantFrom('ok', 'unknown', 'trivial', 'agent', 'environment', 'user', 'expected', 'not-run')
  const action = fc.constantFrom('Edit a', 'Edit b', 'Read a', 'Bash git commit', 'Bash pytest', 'Bash ls')
  const lines = fc.array(
    fc.tuple(word, action).map((pair) => pair.join(' ')),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(lines, (list) => {
      const calls = callsOf(list)
      const { patterns, pairs, recoverable, recovered, spent } = errorPatterns(calls)
      const errors = calls.filter((call) => call.outcome === 'error')
      assert.equal(
        patterns.reduce((sum, pattern) => sum + pattern.count, 0),
        errors.length,
      )
      assert.equal(recoverable, errors.filter(({ cause }) => cause === 'agent' || cause === 'environment').length)
      assert.equal(recovered, pairs.length)
      assert.ok(spent >= recoverable && spent <= calls.length)
      assert.ok(spent <= patterns.reduce((sum, pattern) => sum + pattern.callsSpent, 0))
      for (const [index, pattern] of patterns.entries()) {
        assert.ok(pattern.recovered <= pattern.count)
        assert.ok(pattern.callsSpent >= pattern.count && pattern.callsSpent <= 10 * pattern.count)
        assert.ok(pattern.workedNext.length <= 3)
        assert.ok(index === 0 || (patterns[index - 1]?.callsSpent ?? 0) >= pattern.callsSpent)
      }
      for (const pair of pairs) assert.ok(pair.after >= 1 && pair.after <= 10)
      assert.deepEqual(errorPatterns(calls), { patterns, pairs, recoverable, recovered, spent })
    }),
  )
})
