import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../lib/error.ts'
import { explained, isNotReady } from './postgres-errors.ts'

const failure = (code: string | undefined, message: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

const CASES: [state: string | undefined, message: string, code: string][] = [
  ['57P03', 'the database system is starting up', 'store-unreachable'],
  ['57P03', 'the database system is shutting down', 'store-unreachable'],
  ['57P03', 'the database system is in recovery mode', 'store-unreachable'],
  ['57P01', 'terminating connection due to administrator command', 'store-unreachable'],
  ['57P02', 'terminating connection because of crash of another server process', 'store-unreachable'],
  ['57P05', 'terminating connection due to idle-session timeout', 'store-unreachable'],
  ['08006', 'connection failure', 'store-unreachable'],
  ['08P01', 'protocol violation', 'store-unreachable'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9', 'store-unreachable'],
  ['EHOSTUNREACH', 'connect EHOSTUNREACH', 'store-unreachable'],
  [undefined, 'Connection terminated unexpectedly', 'store-unreachable'],
  [undefined, 'timeout expired', 'store-unreachable'],
  ['53300', 'sorry, too many clients already', 'store-busy'],
  ['55P03', 'could not obtain lock', 'store-busy'],
  ['40P01', 'deadlock detected', 'store-busy'],
  ['57014', 'canceling statement due to statement timeout', 'store-busy'],
  ['28P01', 'password authentication failed', 'store-permission'],
  ['3D000', 'database "x" does not exist', 'store-permission'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'store-read-only'],
  ['53100', 'could not extend file: No space left on device', 'disk-full'],
  ['53200', 'out of memory', 'store-io'],
  ['58030', 'could not read block', 'store-io'],
  ['XX001', 'invalid page in block 3', 'store-damaged'],
]

for (const [state, message, code] of CASES)
  test(`${state ?? 'no code'} (${message}) is ${code}, with a hint`, () => {
    const said = explained(failure(state, message))
    assert.ok(said instanceof AppError)
    assert.equal(said.code, code)
    assert.ok(said.message.endsWith(`: ${message}`))
    assert.ok((said.hint ?? '') !== '')
  })

test('only what was turned away before it began is sent again', () => {
  const again = CASES.filter(([state, message]) => isNotReady(failure(state, message))).map(([state]) => state)
  assert.deepEqual([...new Set(again)], ['57P03', '53300'])
})

test('what is no trouble with the server stays as it is', () => {
  const error = failure('42601', 'syntax error at or near "selec"')
  assert.equal(explained(error), error)
})
