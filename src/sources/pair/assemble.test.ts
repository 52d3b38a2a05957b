import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent } from '../../schema/session-event.ts'
import { createAssembler } from './assemble.ts'

const assembly = {
  source: 'made-up',
  callIdsRepeat: false,
  flagIsComplete: true,
  owner: 'me',
  rank: 0,
  projectOf: () => ({ project: undefined, root: undefined, repository: undefined }),
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

const REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected."

/** What is known of a refused call after these messages, read at once or with a break before the message `cutAt`. */
const refusedThen = (messages: SessionEvent[], cutAt = -1) => {
  let assembler = createAssembler(assembly)
  const at = { session: 's', line: 1 }
  const events: SessionEvent[] = [
    { ...at, type: 'user-message', text: 'go' },
    { ...at, type: 'tool-call', callId: 'c1', tool: 'Edit', args: {} },
    { ...at, line: 2, type: 'tool-result', callId: 'c1', text: REFUSED, flag: 'error', status: 'rejected' },
    { ...at, line: 3, type: 'user-message', text: '[Request interrupted by user]', synthetic: true },
    ...messages,
  ]
  const known = new Map<string, string>()
  for (const [index, event] of events.entries()) {
    if (index === cutAt) {
      for (const call of assembler.take().calls) known.set(call.id, call.verdict.evidence)
      assembler = createAssembler(assembly, JSON.parse(JSON.stringify(assembler.save())))
    }
    assembler.push(event)
  }
  for (const call of assembler.take().calls) known.set(call.id, call.verdict.evidence)
  return [...known.values()]
}

test('a refused call is told by what the user says next, unless the model goes on first', () => {
  const at = { session: 's', line: 4 }
  const words: SessionEvent = { ...at, type: 'user-message', text: 'not this file,\nthe other one' }
  for (let cutAt = -1; cutAt <= 5; cutAt++) {
    assert.deepEqual(refusedThen([words], cutAt), ['not this file, the other one'])
  }
  assert.deepEqual(refusedThen([]), [REFUSED])
  assert.deepEqual(refusedThen([{ ...at, type: 'assistant-message', text: 'I go on.' }, words]), [REFUSED])
  assert.deepEqual(refusedThen([{ ...words, agent: 'helper' } as SessionEvent]), [REFUSED])
})
