import { test } from 'node:test'
import { redactWithReport } from './redact.ts'

const WIDE = 'AbCd1234'.repeat(8)

// A rule that looked at the rest of the text from every near-miss would take minutes over a megabyte of these.
const NEAR_MISSES = `= : - -- </ :// @ \\ " a A1 a. %3A 1// Q~ eyJ eyJ- eyJa. sk- sk-aaaa- ghp_ xoxb- dp.pt. ${'M'.repeat(24)}
key= key=" password=a1 password: "password":" token=token. x://a: x://a:b hooks.slack.com/services/
-----BEGIN -----END </password> <password> PuTTY-User-Key-File-3 ${WIDE}`
const WITH_BLANKS = [
  ' ',
  'key: ',
  'password = ',
  '--password ',
  'Authorization: ',
  'Authorization: Bearer ',
  'Cookie: ',
]
const HEADERS = [
  'Cookie: a=b; ',
  'Cookie: a=1234567b; ',
  'login x password ',
  'curl -u a:',
  `Bearer ${'a'.repeat(21)} `,
]
const KEYS = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', `${WIDE}\n-----END`, `${WIDE}\n`]
const TOKENS = [`1234567:${'A'.repeat(35)} `, 'PuTTY-User-Key-File-3 ']
const FLAGS = [' -p', '"-p', 'docker -p ', 'mysql -p', 'sshpass -v -P -p ', ' -U a%', 'net use \\\\a ', '\\\n -p']
const MIXED = 'q7XvB2mKz9LpT4wRh8NcF3yD'
const UNKNOWN = [
  `${MIXED}.`,
  `${MIXED}/`,
  `${MIXED}+`,
  `${MIXED}%2F`,
  `ab_${MIXED}-`,
  `${MIXED}=`,
  `a/${MIXED}\n`,
  MIXED,
]
const TELLING = [
  'key ',
  'token "',
  'secret is ',
  'password=[',
  'key(',
  'tokentoken',
  `key ${MIXED}`,
  'x9 secret value ',
]
const FORMS = [
  'password","text":"',
  "password').fill('",
  '"text":"abc","name":"password',
  'creds: ab:',
  'insert into t (password) values (',
  "insert into t (password) values ('a',",
  'recovery codes: a1b2c-d3e4f ',
  'a1b2c-d3e4f ',
  'password:\n',
  'password: >-\n  ',
  '"password": {',
  '<key>password</key><string>',
  'Authorization: Abcdef ',
  'token (a b): ',
  'chpasswd:\n  list:',
  'form-data; name="password"\n',
  '2fa key: ABCD ',
]
const SIZE = 600_000

test('a long text of near-misses is done in time proportional to its length', { timeout: 60_000 }, () => {
  for (const piece of NEAR_MISSES.split(/\s/).concat(
    WITH_BLANKS,
    HEADERS,
    KEYS,
    TOKENS,
    FLAGS,
    UNKNOWN,
    TELLING,
    FORMS,
  )) {
    redactWithReport(piece.repeat(Math.ceil(SIZE / piece.length)))
  }
})
