import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact, redactWithReport } from '../redact.ts'

// Made up at run time, so that no scanner finds a secret in this file.
const SHORT = ['q7xv', 'b2mk', 'z9lp', 't4wr'].join('')
const HEX = ['9f3a', '7c21', 'e8b0', '4d56', 'a1f7', '30c9', 'b82e', '6d45'].join('')
const PASSWORD = ['Tr0ub', '4dor', '!3'].join('')

/** The value stands for `#`. */
const TOLD = [
  'authenticating with token #',
  'the secret is #.',
  'invalid API key "#" given',
  'client.setApiKey("#");',
  'os.Setenv("SERVICE_TOKEN", "#")',
  '{"name":"API_TOKEN","value":"#"}',
  '{\\"name\\":\\"API_TOKEN\\",\\"value\\":\\"#\\"}',
  '<add key="ApiKey" value="#" />',
  '| access token | # |',
  '- **API key**: `#`',
  'ENV API_KEY #\n',
  'aws configure set aws_secret_access_key # --profile x',
]
const found = (text: string): string => redactWithReport(text).text
for (const text of TOLD) {
  test(`replaces the value in ${JSON.stringify(text)}`, () => {
    const after = text.replace('#', '<SECRET:credential>')
    assert.equal(found(text.replace('#', SHORT)), after)
    // Long values are found without looking for the words, so also at import.
    assert.equal(redact(text.replace('#', HEX)), after)
  })
}

for (const text of ['password #', 'password=[#]', 'the password is "#"', 'set_password("#")', 'passphrase #']) {
  test(`replaces the password in ${JSON.stringify(text)}`, () =>
    assert.equal(found(text.replace('#', PASSWORD)), text.replace('#', '<SECRET:password>')))
}

const KEPT = [
  `cache key ${HEX}`,
  `the public key ${HEX}`,
  `primary key ${HEX}`,
  `token count ${SHORT}`,
  'password: Uint8Array, salt: Uint8Array',
  'isPassword(base64String)',
  'key: PropertyKey$1;',
  'getToken(options2, 3)',
  'use the token your-token-12345',
  'key path/to/file-2024.txt',
  'secrets https://host.test/a1b2c3d4e5',
  'password <SECRET:password#12>',
  '<SECRET:aws-key#1>',
  'passwords of 12 characters or more, token 3 of 100',
  'the key is password123',
]
for (const text of KEPT) test(`keeps ${JSON.stringify(text)}`, () => assert.equal(found(text), text))
