import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSignature } from './signature.ts'

const messageOf = (evidence: string, tool = 'Edit', subject = ''): string =>
  readSignature({ tool, kind: tool === 'Bash' ? 'terminal' : 'file', evidence, rule: 'flag-error', subject }).message

const MESSAGES: [evidence: string, message: string][] = [
  ['String to replace not found in file.', 'String to replace not found in file.'],
  ['File does not exist: /srv/app/main.go', 'File does not exist: <path>'],
  ['open C:\\work\\a.txt: access denied', 'open <path>: access denied'],
  ["Cannot find module './lib/x.js' imported from src/a.ts:3:14", 'Cannot find module <...> imported from <path>'],
  ['src/a.ts(28,2): error TS2739: wrong type', '<path>: error TS2739: wrong type'],
  ['lib.py:1:80: E501 line too long (88 > 79)', '<path>: E501 line too long (<n> > <n>)'],
  ['read and/or write failed', 'read and/or write failed'],
  ["it doesn't work and can't be read", "it doesn't work and can't be read"],
  ['GET https://example.org/v1?x=1 answered 503', 'GET <url> answered <n>'],
  ['request failed with status code 503', 'request failed with status code 503'],
  ['fatal: exit code 128', 'exit code 128'],
  ['waited 1,200ms, 3.5 GB left', 'waited <n>ms, <n> GB left'],
  ['at 2026-01-02T03:04:05.678Z lost 7f3a9c21be', 'at <time> lost <id>'],
  ['no session 123e4567-e89b-12d3-a456-426614174000', 'no session <id>'],
  ['segfault at 0xdeadbeef', 'segfault at <id>'],
  ['method card_7504069 not found', 'method <id> not found'],
  ['flight KLX030 is full', 'flight <id> is full'],
  ['utf8 and sha256 are known', 'utf8 and sha256 are known'],
  ['\u001b[31mred\u001b[0m  and\n\tblue', 'red and blue'],
  ['Read it first.</tool_use_error>', 'Read it first.'],
  ['{"error": "no such table or view"}', '{"error": "no such table or view"}'],
  ['stdout: ....F...  done', 'stdout: <...> done'],
  [
    'Could not find the exact text in /a/b.ts. The old text must match exactly.',
    'Could not find the exact text in <path>.',
  ],
  ['', 'flag-error'],
]

test('what varies in a message is replaced, what tells kinds apart stays', () => {
  for (const [evidence, message] of MESSAGES) assert.equal(messageOf(evidence), message)
})

test('a shell that only gives an exit code is named by its program', () => {
  assert.equal(messageOf('Exit code 1', 'Bash', 'cd web && npm run lint'), 'npm run lint: Exit code 1')
  assert.equal(messageOf('Command exited with code 2', 'Bash', 'ls x'), 'ls: Command exited with code 2')
  assert.equal(messageOf('/opt/lib/loader.cjs:3', 'Bash', 'node run.js'), 'run.js: <path>')
  assert.equal(messageOf('Exit code 1', 'Edit', 'ls x'), 'Exit code 1')
})

test('a message that was cut at different places keeps its signature', () => {
  const about = (name: string): string =>
    `refused to change ${name} because the part of the text that was given is not in it, and nothing similar to it either, so please look at it again before you try once more`.slice(
      0,
      200,
    )
  const one = readSignature({ tool: 'patch', kind: 'file', evidence: about('src/a.ts'), rule: 'r', subject: '' })
  const other = readSignature({
    tool: 'Patch',
    kind: 'file',
    evidence: about('src/deep/er/and/longer.ts'),
    rule: 'r',
    subject: '',
  })
  assert.deepEqual(one, other)
})

test('signatures are short, the same each time, and take any text', () => {
  const piece = fc.constantFrom(
    '/',
    'a.ts',
    '"',
    "'",
    '12',
    ' ',
    '\u001b[',
    '<',
    '.',
    '\\',
    'x'.repeat(30),
    '\ud800',
    '_1',
  )
  const anything = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.array(piece, { maxLength: 80 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(anything, anything, (evidence, subject) => {
      const call = { tool: 'Bash', kind: 'terminal' as const, evidence, rule: 'exit-code', subject }
      const found = readSignature(call)
      assert.match(found.signature, /^[0-9a-f]{12}$/)
      assert.ok(found.message.length > 0 && found.message.length <= 160)
      assert.ok(!/[\n\r\t\u001b]/.test(found.message))
      assert.deepEqual(readSignature(call), found)
    }),
  )
})

test('other numbers and other paths do not make another signature', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.stringMatching(/^[a-z]{1,12}$/), (one, other, name) => {
      const at = (line: number, file: string): string =>
        messageOf(`cannot parse /srv/${file}/x.py:${line}: ${line} errors`)
      assert.equal(at(one, name), at(other, 'y'))
    }),
  )
})
