import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { redact } from './redact.ts'

// Made up at run time, so that no scanner finds a secret in this file.
const MIXED = ['q7Xv', 'B2mK', 'z9Lp', 'T4wR', 'h8Nc', 'F3yD', 'j6Gs', 'W5tQ'].join('')
const SMALL = MIXED.toLowerCase()
const CAPITAL = MIXED.toUpperCase()
const HEX = ['9f3a', '7c21', 'e8b0', '4d56', 'a1f7', '30c9', 'b82e', '6d45'].join('')
const BASE64 = `${MIXED.slice(0, 18)}+${MIXED.slice(4, 22)}/${MIXED}${MIXED.slice(9)}`

const REPLACED: [before: string, after: string][] = [
  [`use acme_live_${MIXED}.`, 'use <SECRET:token>.'],
  [`use acme_${SMALL}`, 'use <SECRET:token>'],
  [`use ACME-${CAPITAL}`, 'use <SECRET:token>'],
  [`use acme_live_${HEX}`, 'use <SECRET:token>'],
  [`login("${MIXED}")`, 'login("<SECRET:token>")'],
  [`GET /v1/${MIXED}/items`, 'GET /v1/<SECRET:token>/items'],
  [`a ${MIXED}.${MIXED.slice(0, 12)} b`, 'a <SECRET:token> b'],
  [`run '${BASE64}=='`, "run '<SECRET:token>'"],
  [`"text\\n${MIXED}\\nmore"`, '"text\\n<SECRET:token>\\nmore"'],
]
for (const [before, after] of REPLACED) {
  test(`replaces an unknown token in ${JSON.stringify(after)}`, () => assert.equal(redact(before), after))
}

const KEPT = [
  `commit ${HEX}${HEX.slice(0, 8)}`,
  `"integrity": "sha512-${BASE64}${MIXED.slice(0, 13)}=="`,
  `sha256:${HEX}${HEX}`,
  `SHA256:${MIXED}${MIXED.slice(0, 11)}`,
  `github.com/a/b v1.2.3 h1:${BASE64}=`,
  `"id": "${MIXED}"`,
  `"node_id": "${MIXED}"`,
  `{"tool_call_id":"call_${MIXED.slice(0, 24)}"}`,
  `toolu_01${MIXED.slice(0, 22)}`,
  `srvtoolu_01${MIXED.slice(0, 22)} msg_01${MIXED.slice(0, 22)} sesn_01${MIXED.slice(0, 22)}`,
  `chatcmpl-${MIXED.slice(0, 29)}`,
  `dist/assets/index-${MIXED.slice(0, 20)}.js`,
  `${MIXED}.png`,
  `data:image/png;base64,${BASE64}`,
  `data:image/png;base64,${BASE64.repeat(8)}`,
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${MIXED} someone`,
  '2024-11-16-how-we-made-the-2nd-version-faster',
  'gpt-4o-mini-2024-07-18 claude-3-5-sonnet-20241022',
  'node-v24.1.0-linux-x64-with-openssl-3',
  'convertUint8ArrayToBase64String readInt32BigEndian2',
  'THE_LONGEST_NAME_OF_A_SETTING_2',
  'https://www.w3.org/TR/2009/WD-css3-flexbox-20090723/#orientation',
  'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
]
for (const text of KEPT) test(`keeps ${JSON.stringify(text.slice(0, 100))}`, () => assert.equal(redact(text), text))

const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''))

test('hashes and ids of every length stay, whatever they are', () => {
  const hash = fc.oneof(hex(32), hex(40), hex(64), fc.uuid(), fc.uuid({ version: 7 }), fc.ulid())
  fc.assert(
    fc.property(hash, fc.constantFrom('commit # on main', '["#"]', 'sha1 #', 'x/#/y', 'at #.'), (value, carrier) => {
      const text = carrier.replace('#', value)
      assert.equal(redact(text), text)
    }),
    { numRuns: 1_000 },
  )
})

test('words joined to long names stay', () => {
  const words = 'session template build result message number value first last user file update async create'.split(' ')
  const name = fc.array(fc.oneof(fc.constantFrom(...words), fc.nat(99).map(String)), { minLength: 3, maxLength: 9 })
  const joined = name.chain((parts) =>
    fc.constantFrom(
      parts.join('-'),
      parts.join('_'),
      parts.join('_').toUpperCase(),
      parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(''),
    ),
  )
  fc.assert(
    fc.property(joined, (text) => assert.equal(redact(text), text)),
    { numRuns: 2_000 },
  )
})
