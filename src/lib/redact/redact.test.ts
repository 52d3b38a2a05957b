import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { redact, redactWithReport } from './redact.ts'

// Made up at run time, so that no scanner finds a secret in this file.
const RANDOM = ['q7Xv', 'B2mK', 'z9Lp', 'T4wR', 'h8Nc', 'F3yD', 'j6Gs', 'W5tQ', 'k1Vb'].join('')
const LETTERS = RANDOM.replace(/\d/g, '')
const HEX = ['9f3a', '7c21', 'e8b0', '4d56', 'a1f7', '30c9', 'b82e', '6d45'].join('')
const GITHUB = `ghp_${RANDOM}`
const PEM_LINE = RANDOM + LETTERS + HEX.slice(0, 4)

const REPLACED: [before: string, after: string][] = [
  [`x ${GITHUB} y`, 'x <SECRET:github-token> y'],
  [`"text\\n${GITHUB}\\nmore"`, '"text\\n<SECRET:github-token>\\nmore"'],
  [`a%3D${GITHUB}&b`, 'a%3D<SECRET:github-token>&b'],
  [`\u001b[31m${GITHUB}\u001b[0m`, '\u001b[31m<SECRET:github-token>\u001b[0m'],
  [`密钥${GITHUB}`, '密钥<SECRET:github-token>'],
  [`token=${GITHUB}`, 'token=<SECRET:github-token>'],
  ['password = "hunter2"', 'password = "<SECRET:password>"'],
  ["password: 'Tr0ub4dor&3',", "password: '<SECRET:password>',"],
  ['{\\"db_password\\": \\"hunter22\\"}', '{\\"db_password\\": \\"<SECRET:password>\\"}'],
  ['DB_PASSWORD=a1b2&c3d4#x\n', 'DB_PASSWORD=<SECRET:password>\n'],
  ['export PGPASSWORD=hunter22; psql', 'export PGPASSWORD=<SECRET:password>; psql'],
  ['login(user=bob, password="hunter2")', 'login(user=bob, password="<SECRET:password>")'],
  ['mysql --password hunter22 db', 'mysql --password <SECRET:password> db'],
  ['["--password", "hunter22"]', '["--password", "<SECRET:password>"]'],
  [`SECRET_KEY: ${RANDOM}`, 'SECRET_KEY: <SECRET:credential>'],
  [`export FOO_TOKEN=${HEX}`, 'export FOO_TOKEN=<SECRET:credential>'],
  [`x-api-key: ${HEX}`, 'x-api-key: <SECRET:credential>'],
  [`API key: ${HEX}`, 'API key: <SECRET:credential>'],
  [`const apiKey: string = '${LETTERS}'`, "const apiKey: string = '<SECRET:credential>'"],
  [`os.environ["MY_TOKEN"] = "${RANDOM}"`, 'os.environ["MY_TOKEN"] = "<SECRET:credential>"'],
  [`aws_secret_access_key = ${RANDOM}/${HEX.slice(0, 3)}`, 'aws_secret_access_key = <SECRET:aws-secret-key>'],
  [`:client_secret => "${RANDOM}"`, ':client_secret => "<SECRET:credential>"'],
  [`//registry.test/:_authToken=${RANDOM}`, '//registry.test/:_authToken=<SECRET:credential>'],
  [`?a=1&token=${RANDOM}&b=2`, '?a=1&token=<SECRET:credential>&b=2'],
  ['https://bob:hunter2@host.test/x', 'https://bob:<SECRET:url-password>@host.test/x'],
  [`Authorization: Bearer ${RANDOM}`, 'Authorization: Bearer <SECRET:bearer-token>'],
  [`{"Authorization": "token ${HEX}"}`, '{"Authorization": "token <SECRET:bearer-token>"}'],
  [`used Bearer ${RANDOM}.`, 'used Bearer <SECRET:bearer-token>.'],
  [`-----BEGIN PRIVATE KEY-----\n${PEM_LINE}\nAB==\n-----END PRIVATE KEY-----\nrest`, '<SECRET:private-key>\nrest'],
  [`a -----BEGIN RSA PRIVATE KEY-----\n${PEM_LINE}\nAB`, 'a <SECRET:private-key>'],
  [`${PEM_LINE}\nAB==\n-----END PRIVATE KEY-----\nrest`, '<SECRET:private-key>\nrest'],
  [
    `     1→-----BEGIN EC PRIVATE KEY-----\n     2→${PEM_LINE}\n     3→-----END EC PRIVATE KEY-----`,
    '     1→<SECRET:private-key>',
  ],
  [
    `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${PEM_LINE}\nPrivate-MAC: 0`,
    'PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n<SECRET:private-key>\nPrivate-MAC: 0',
  ],
]
const KEY = RANDOM.slice(0, 12)
const FLAGS: string[] = [
  'mysql -u root -p#',
  "mysqladmin -uroot -p'#' status",
  'mariadb -h db.test -p# app < dump.sql',
  'docker exec -it db mysqldump -e "a; b" -p# app',
  'docker login -u bob -p # registry.test',
  'docker login \\\n  -u bob \\\n  -p #',
  '"docker login \\\\\\n  -u bob \\\\\\n  -p #"',
  'podman login -p=# registry.test',
  'helm registry login registry.test -u bob -p "#"',
  'nerdctl login -u bob -p #',
  'oc login -u bob -p # && ls',
  'az login --service-principal -u bob -p # --tenant t',
  'sshpass -p # ssh -p 22 bob@host.test',
  'sshpass -p# ssh bob@host.test',
  '["sshpass", "-p", "#", "ssh"]',
  '{\\"c\\":[\\"sshpass\\",\\"-p\\",\\"#\\"]}',
  '{"command":"sshpass -p \\"#\\" ssh"}',
  'smbclient //host/share -U bob%#',
  "smbclient //host/share -U 'HOME\\bob%#'",
  'redis-cli -h host.test -p 6379 -a # ping',
  'mongosh -u bob -p #',
  "mongodump -u bob -p '#' --db app",
  'sqlcmd -S host.test -U sa -P #',
  'lftp -u bob,# host.test',
  'PGPASSWORD=# psql -h host.test',
  'openssl rsa -in key.pem -passin pass:# -out out.pem',
  'openssl pkcs12 -export -passout "pass:#"',
  'unzip -P # a.zip',
  'cd x; 7z a -p# a.7z dir',
  'net use Z: \\\\host\\share # /user:home\\bob',
  'net use \\\\host\\share /user:bob #',
]
for (const text of FLAGS) REPLACED.push([text.replace('#', KEY), text.replace('#', '<SECRET:password>')])
REPLACED.push(
  ['mysql -psunshine app', 'mysql -p<SECRET:password> app'],
  // Short texts without a digit beside a letter
  ['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', '<SECRET:huggingface-token>'],
  ['het wachtwoord is Fiets.2020', 'het wachtwoord is <SECRET:password>'],
  // Endings, alphabets, and sentences without a word for `is`
  ['lösenordet är Snow2021x', 'lösenordet är <SECRET:password>'],
  ['adgangskoden er Vinter19x', 'adgangskoden er <SECRET:password>'],
  ['a jelszó Tel2020ket', 'a jelszó <SECRET:password>'],
  ['пароль: Зима2020', 'пароль: <SECRET:password>'],
  ['รหัสผ่านคือ Nao2020th', 'รหัสผ่านคือ <SECRET:password>'],
  ["la parola d'ordine è Vespa_66x", "la parola d'ordine è <SECRET:password>"],
  ['_auth=ZGVwbG95OnMzY3IzdFBhc3M5OQ==', '_auth=<SECRET:basic-auth>'],
  ['wpa_passphrase=correct horse battery staple', 'wpa_passphrase=<SECRET:password>'],
)

for (const [before, after] of REPLACED) {
  test(`replaces the secret in ${JSON.stringify(after)}`, () => assert.equal(redact(before), after))
}

const KEPT = [
  'password: string',
  'password?: string | undefined',
  'token = getToken()',
  'const key = keys[0]',
  'this.password = options.password',
  'password = password1',
  'token: req.headers.authorization2,',
  'password = os.environ["DB_PASSWORD"]',
  'apiKey: process.env.API_KEY_2024',
  'API_KEY=your-api-key-123456',
  'API_KEY=${API_KEY_V2}',
  'TOKEN=$TOKEN_2',
  'token: <your-token-1>',
  'password: changeme123',
  'password = "password123"',
  'secret: "xxxxxxxxxxxx1234"',
  'api_key: "sk-xxxxxxxxxxxxxxxxxxxxxxxx"',
  'Authorization: Bearer <token>',
  'Authorization: Bearer ${token}',
  'headers: { Authorization: `Bearer ${apiKey}` }',
  'postgres://user:password@localhost/db',
  'postgres://user:${PASSWORD}@localhost/db',
  'http://localhost:8080/path@2x.png',
  'max_tokens: 4096',
  'tokenCount=123456789',
  'public_key = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1a2b3c"',
  'cacheKey: "node-modules-Linux-x64-9f3a7c21e8b04d56a1f730c9"',
  'author: someone1 <someone1@host.test>',
  'write to someone@host.test',
  'commit 9f3a7c21e8b04d56a1f730c9b82e6d4599aa11bb',
  'session 0b5f4f0e-8f2c-4a55-9d3e-1c2b3a4d5e6f',
  '"integrity": "sha512-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3A="',
  "if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) return importPrivateKeyFromText(pem)",
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ2FyZWZ1bGx5IG1hZGUgdXAgZm9y\n-----END CERTIFICATE-----',
  'usage: tool --token TOKEN --password string',
  'Cookie: theme=dark; lang=en',
  '<password>${db.password}</password>',
  'docker run -u 1000:1000 image',
  '<SECRET:onepassword-key>',
  'mkdir -p dir1234',
  'cp -p file123 copy',
  'ssh -p 22222 host.test',
  'docker run -p 8080:80 image',
  'docker run --name mongo -p localhost:27017:27017 image',
  'docker run --name mysql -p3306:3306 mysql',
  'docker compose -p project1 up',
  'docker login; mkdir -p abc1234',
  'docker login\nmkdir -p abc1234',
  '"docker login\\nmkdir -p abc1234"',
  '{"command":"docker login","next":"mkdir -p abc1234"}',
  'docker login -u USER -p PASSWORD',
  'docker login -u bob -p $PASS1',
  'git log -p abc1234',
  'nmap -p 80,443,8080 host.test',
  'patch -p1',
  'pytest -p no:cacheprovider',
  'tar -p',
  'ps -p 123456',
  'ls -a abc1234',
  'grep -a abc1234 file',
  'mysql -u root -p database1',
  'mysql -u root -P 33061',
  'mysql -p${PASS1}',
  'mysql -pPASSWORD',
  'mysql -e "x" && mkdir -pabc1234',
  'sshpass -p "$PASS1" ssh -p 22222 host.test',
  'sshpass -f file1 rsync -a -p dir1234 host.test',
  'redis-cli ping | grep -a abc1234',
  'smbclient -U bob1234',
  'openssl rsa -passin env:PASS12',
  'net use Z: \\\\host\\share * /user:bob',
]
for (const text of KEPT) test(`keeps ${JSON.stringify(text)}`, () => assert.equal(redact(text), text))

const PIECES =
  '= : " \' \\" \\n -- ----- </ > < @ / ? & ; %3D . - _ password api_key TOKEN secret Authorization Bearer Cookie https:// ' +
  '-u -p -a -P -U % mysql docker sshpass \\\\ login eyJ sk- ghp_ AKIA SG. xoxb- hunter2 BEGIN END PRIVATE KEY-----'
const pieces = [...PIECES.split(' '), ' ', '\n', RANDOM, HEX, PEM_LINE, '密', '\ud800']
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''))

test('no text makes it throw, and nothing outside the secrets changes', () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      const parts = redact(text).split(/<SECRET:[a-z0-9-]+>/)
      let at = 0
      for (const part of parts) {
        at = text.indexOf(part, at)
        assert.ok(at >= 0)
        at += part.length
      }
    }),
    { numRuns: 2_000 },
  )
})

// Glued together without anything between them, two secrets can look like one of another kind once the first is gone.
const spaced = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(' '))

test('redacting again changes nothing, and no text grows beyond what placeholders take', () => {
  fc.assert(
    fc.property(spaced, (text) => {
      for (const hide of [redact, (each: string) => redactWithReport(each).text]) {
        const once = hide(text)
        assert.equal(hide(once), once)
        // The shortest secret has four characters, the longest placeholder of these kinds thirty.
        assert.ok(once.length <= text.length * 8)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a token with a published form is found whatever stands around it', () => {
  const around = texts.filter((text) => !/[A-Za-z0-9_-]$/.test(text) && !/^[A-Za-z0-9]/.test(text))
  fc.assert(
    fc.property(around, around, (before, after) => {
      assert.ok(
        !redact(`${before} ${GITHUB} ${after}`).includes(RANDOM.slice(4, 20)) ||
          before.includes(RANDOM) ||
          after.includes(RANDOM),
      )
    }),
    { numRuns: 1_000 },
  )
})
