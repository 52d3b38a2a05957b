import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsOf } from '../lib/tokenise.ts'
import type { Lesson } from '../schema/lesson.ts'
import { fitsMessage, messageWords } from './message-words.ts'

type Said = Pick<Lesson, 'kind' | 'trigger' | 'remedy'>

const said = (kind: Lesson['kind'], subject: string, program = '', remedy: Lesson['remedy'] = null): Said => ({
  kind,
  trigger: { code: 'x', program, subject },
  remedy,
})
const path = (text: string): Lesson['remedy'] => ({ kind: 'path', text, sessions: 2 })

const TABLE: [lesson: Said, message: string, fits: boolean][] = [
  [said('missing', 'src/cart.ts'), 'fix the total of the cart', true],
  [said('missing', 'src/cart.ts'), 'Look at src/cart.ts', true],
  [said('missing', 'src/order_test.go'), 'order_test.go is slow', true],
  [said('missing', 'src/order_test.go'), 'test the moon', false],
  [said('missing', 'src/api/index.ts'), 'what does the api index export?', true],
  [said('missing', 'src/api/index.ts'), 'index all of it', false],
  [said('missing', 'tests'), 'run the tests', false],
  [said('missing', '--lib', 'cargo test'), 'run cargo test --lib', true],
  [said('missing', '--lib', 'cargo test'), 'look at the lib', false],
  [said('missing', 'old.ts', '', path('src/voucher.ts')), 'a voucher is counted twice', true],
  [said('too-large', 'src/order_test.go'), 'add a case to order_test', true],
  [said('check', 'errcheck', 'golangci-lint'), 'lint fails', true],
  [said('check', 'errcheck', 'golangci-lint'), 'errcheck complains', true],
  [said('check', 'errcheck', 'golangci-lint'), 'write a haiku', false],
  [said('command', 'go test ./...', 'test'), 'please run the tests', true],
  [said('command', 'go test ./...', 'test'), 'deploy it', false],
  [said('masked', 'tail', '|'), 'make the tests pass', true],
  [said('environment', 'jq'), 'filter it with jq', true],
  [said('environment', 'jq'), 'write a haiku', false],
  [said('place', 'route', '', path('src/server/table.ts')), 'add a route for vouchers', true],
  [said('rule', 'Commit messages: imperative, no scope.'), 'commit it', false],
]

for (const [lesson, message, fits] of TABLE)
  test(`"${message}" ${fits ? 'fits' : 'does not fit'} a lesson of kind ${lesson.kind} on ${lesson.trigger.subject}`, () =>
    assert.equal(fitsMessage(messageWords(lesson), termsOf(message)), fits))

test('a message that has nothing to do with a project fits no lesson', () => {
  for (const message of ['write a haiku', 'hello', '', 'What is the weather in Lisbon?', '俳句を書いて'])
    for (const [lesson] of TABLE) assert.equal(fitsMessage(messageWords(lesson), termsOf(message)), false, message)
})
