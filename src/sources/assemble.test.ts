import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAssembler } from './assemble.ts'

const assembly = {
  source: 'made-up',
  callIdsRepeat: false,
  flagIsComplete: true,
  owner: 'me',
  rank: 0,
  projectOf: () => undefined,
}

const outcomes = (assembler: ReturnType<typeof createAssembler>) =>
  assembler.take().calls.map((call) => [call.tool, call.verdict.outcome])

test('calls without an id do not push each other out', () => {
  const assembler = createAssembler(assembly)
  const at = { session: 's', line: 1 }
  assembler.push({ ...at, type: 'user-message', text: 'go' })
  for (const tool of ['one', 'two', 'three']) assembler.push({ ...at, type: 'tool-call', tool, args: {} })
  assembler.push({ ...at, type: 'tool-result', text: 'done', flag: 'ok' })
  assert.deepEqual(outcomes(assembler), [
    ['one', 'unknown'],
    ['two', 'unknown'],
    ['three', 'ok'],
  ])
  assert.deepEqual(outcomes(assembler), [])
})

test('an id that is used again for other arguments names two calls', () => {
  const assembler = createAssembler(assembly)
  const at = { session: 's', line: 1, callId: 'call_0' }
  assembler.push({ session: 's', line: 1, type: 'user-message', text: 'go' })
  assembler.push({ ...at, type: 'tool-call', tool: 'one', args: { a: 1 } })
  assembler.push({ ...at, type: 'tool-call', tool: 'one', args: { a: 2 } })
  assembler.push({ ...at, type: 'tool-result', text: 'done', flag: 'error' })
  assert.deepEqual(outcomes(assembler), [
    ['one', 'unknown'],
    ['one', 'error'],
  ])
})

test('an id drawn at random is one call, also where a copy of its arguments was changed', () => {
  const calls = (session: string, ...commands: string[]) => {
    const assembler = createAssembler(assembly)
    assembler.push({ session, line: 1, type: 'user-message', text: 'go' })
    for (const command of commands) {
      const callId = 'toolu_01Q7c9GmXw'
      assembler.push({ session, line: 1, callId, type: 'tool-call', tool: 'Bash', args: { command } })
    }
    return assembler.take().calls
  }
  const [first, ...others] = calls('one', 'login me@example.org', 'login [REDACTED]')
  assert.deepEqual(others, [])
  assert.equal(calls('two', 'login [REDACTED]')[0]?.copyKey, first?.copyKey)
})
