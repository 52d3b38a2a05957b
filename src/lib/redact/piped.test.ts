import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { redact } from './redact.ts'

const word = 'Tr0ub4dor-of-old'
const HIDDEN: [string, string][] = [
  [
    `echo ${word} | docker login -u ann --password-stdin`,
    'echo <SECRET:password> | docker login -u ann --password-stdin',
  ],
  [
    `echo -n "${word}" | docker login --password-stdin r.test`,
    'echo -n "<SECRET:password>" | docker login --password-stdin r.test',
  ],
  [
    `printf '%s' '${word}' | gh auth login --with-token`,
    "printf '%s' '<SECRET:password>' | gh auth login --with-token",
  ],
  [`cd x && echo ${word} | sudo -S ls`, 'cd x && echo <SECRET:password> | sudo -S ls'],
  [`keytool -list -storepass ${word}1!`, 'keytool -list -storepass <SECRET:password>'],
  [`ssh-keygen -t ed25519 -N ${word}1! -f k`, 'ssh-keygen -t ed25519 -N <SECRET:password> -f k'],
  [`http -a ann:${word}1! GET api.test`, 'http -a ann:<SECRET:password> GET api.test'],
]
for (const [before, after] of HIDDEN) test(`hides ${after}`, () => assert.equal(redact(before), after))

test('in JSON too', () => {
  const text = redact(JSON.stringify({ command: `echo "${word}" | docker login --password-stdin` }))
  assert.equal(
    (JSON.parse(text) as { command: string }).command,
    'echo "<SECRET:password>" | docker login --password-stdin',
  )
})

const KEPT = [
  'echo $TOKEN | docker login --password-stdin',
  'echo "$TOKEN" | gh auth login --with-token',
  'echo your-password | docker login --password-stdin',
  'cat token.txt | docker login --password-stdin',
  'echo hello | wc -l; docker login --password-stdin < f',
]
for (const text of KEPT) test(`keeps ${text}`, () => assert.equal(redact(text), text))

test('what is not printed into a reader of passwords stays', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{4,12}$/), fc.constantFrom('wc -l', 'grep a', 'tee x'), (said, reader) => {
      const text = `echo ${said} | ${reader}`
      assert.equal(redact(text), text)
    }),
  )
})
