import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readComplaints } from './read-complaints.ts'

const read = (text: string, checker = '', about = ''): string[] =>
  readComplaints({ text, checker, askers: [{ program: 'tool', words: [] }], about, quotes: false }).map(
    ({ program, code, subject, place }) => `${program} | ${code} | ${subject} | ${place}`,
  )

test('what a search or a viewer prints is no complaint, what it says in its own name is one', () => {
  const text = [
    'src/a.rs:3:    bail!("no such command: {name}")',
    "docs/a.md:9:Error: Cannot find module './cart.js'",
    'a.go:9:2: undefined: total',
    'rg: tests: No such file or directory (os error 2)',
    'web: No such file or directory (os error 2)',
    'rg: unrecognized flag --frob',
  ].join('\n')
  const askers = [{ program: 'rg', words: ['-n', 'command', 'src', 'tests', 'web'] }]
  assert.deepEqual(
    readComplaints({ text, checker: '', askers, about: '', quotes: true }).map(({ code, subject }) => [code, subject]),
    [
      ['missing-path', 'tests'],
      ['missing-path', 'web'],
      ['unknown-flag', '--frob'],
    ],
  )
})

test('of a text of megabytes the beginning and the end are read', () => {
  const filler = 'checking the shop once more\n'.repeat(60_000)
  const text = `cat: a.ts: No such file or directory\n${filler}--- FAIL: TestCart (0.00s)`
  assert.deepEqual(read(text), ['cat | missing-path | a.ts | ', 'go test | test-failed | TestCart | '])
})

test('ordinary output complains about nothing', () => {
  for (const text of [
    'ok  shop/cart  0.2s',
    '12 passed in 0.3s',
    'On branch main',
    'src/a.ts',
    '{"error": null}',
    'const error = 1',
  ])
    assert.deepEqual(read(text), [], text)
})

test('one rule cannot crowd the others out, and no more than twenty are kept', () => {
  const many = Array.from({ length: 40 }, (_, index) => `a.go:${index}:1: use it ${index} (noctx)`).join('\n')
  const found = read(`${many}\nb.go:1:1: check it (errcheck)`, 'golangci-lint')
  assert.equal(found.length, 6)
  assert.match(found.at(-1) ?? '', /errcheck/)
})

test('any text is read without a throw, and complaints are lines of it', () => {
  const pieces = fc.constantFrom(
    'a.ts:1:2: ',
    'error',
    ' (x)',
    '\n',
    'FAIL',
    '[',
    '`',
    "'",
    ': No such file or directory',
    '\u001b[31m',
    '\0',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 40 }),
      (parts) => {
        for (const { line, code } of readComplaints({
          text: parts.join(''),
          checker: '',
          askers: [],
          about: '',
          quotes: false,
        })) {
          assert.ok(code !== '' && !line.includes('\n'))
        }
      },
    ),
  )
})
