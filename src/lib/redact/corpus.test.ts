import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact, redactWithReport } from './redact.ts'

// Every secret is made here from the published form of its kind and a seeded generator: the repository holds none.
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const next = generator(20_250_101)
const from = (alphabet: string) => (length: number) =>
  Array.from({ length }, () => alphabet.charAt(next(alphabet.length))).join('')

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const digits = from(DIGITS)
const hex = from(`${DIGITS}abcdef`)
const small = from(LOWER + DIGITS)
const capital = from(UPPER + DIGITS)
const letters = from(LOWER + UPPER)
const mixed = from(LOWER + UPPER + DIGITS)
const url64 = from(`${LOWER}${UPPER}${DIGITS}_-`)
const base64 = from(`${LOWER}${UPPER}${DIGITS}+/`)
const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
const object = (length: number) => `eyJ${url64(length)}`

/** Kinds that are told by their own form, wherever they stand. */
const FORMATS: Record<string, () => string> = {
  'aws access key': () => `AKIA${capital(16)}`,
  'aws temporary key': () => `ASIA${capital(16)}`,
  'google api key': () => `AIza${url64(35)}`,
  'google access token': () => `ya29.${url64(120)}`,
  'google client secret': () => `GOCSPX-${url64(28)}`,
  'github personal token': () => `ghp_${mixed(36)}`,
  'github oauth token': () => `gho_${mixed(36)}`,
  'github user token': () => `ghu_${mixed(36)}`,
  'github server token': () => `ghs_${mixed(36)}`,
  'github refresh token': () => `ghr_${mixed(76)}`,
  'github fine-grained token': () => `github_pat_${mixed(22)}_${mixed(59)}`,
  'gitlab token': () => `glpat-${url64(20)}`,
  'gitlab runner token': () => `glrt-${url64(20)}`,
  'slack bot token': () => `xoxb-${digits(12)}-${digits(12)}-${mixed(24)}`,
  'slack user token': () => `xoxp-${digits(12)}-${digits(12)}-${digits(12)}-${hex(32)}`,
  'slack app token': () => `xapp-1-A${capital(10)}-${digits(13)}-${hex(64)}`,
  'discord bot token': () => `M${mixed(25)}.${url64(6)}.${url64(38)}`,
  'telegram bot token': () => `${1 + next(9)}${digits(9)}:AA${url64(33)}`,
  'openai key': () => `sk-${mixed(20)}T3BlbkFJ${mixed(20)}`,
  'openai project key': () => `sk-proj-${url64(74)}T3BlbkFJ${url64(74)}`,
  'openai service key': () => `sk-svcacct-${url64(74)}`,
  'anthropic key': () => `sk-ant-api03-${url64(93)}AA`,
  'anthropic oauth token': () => `sk-ant-oat01-${url64(93)}AA`,
  'openrouter key': () => `sk-or-v1-${hex(64)}`,
  'deepseek key': () => `sk-${hex(32)}`,
  'hugging face token': () => `hf_${letters(34)}`,
  'npm token': () => `npm_${mixed(36)}`,
  'pypi token': () => `pypi-AgEIcHlwaS5vcmc${url64(90)}`,
  'stripe live key': () => `sk_live_${mixed(24)}`,
  'stripe restricted key': () => `rk_live_${mixed(99)}`,
  'stripe webhook secret': () => `whsec_${mixed(32)}`,
  'twilio key': () => `SK${hex(32)}`,
  'twilio account': () => `AC${hex(32)}`,
  'sendgrid key': () => `SG.${url64(22)}.${url64(43)}`,
  'mailgun key': () => `key-${hex(32)}`,
  'mailgun private key': () => `${hex(32)}-${hex(8)}-${hex(8)}`,
  'mailchimp key': () => `${hex(32)}-us${1 + next(20)}`,
  'shopify token': () => `shpat_${hex(32)}`,
  'shopify secret': () => `shpss_${hex(32)}`,
  'linear key': () => `lin_api_${mixed(40)}`,
  'notion token': () => `ntn_${mixed(46)}`,
  'notion secret': () => `secret_${mixed(43)}`,
  '1password token': () => `ops_${object(250)}`,
  '1password secret key': () =>
    `A3-${capital(6)}-${capital(6)}-${capital(5)}-${capital(5)}-${capital(5)}-${capital(5)}`,
  'doppler token': () => `dp.pt.${mixed(43)}`,
  'databricks token': () => `dapi${hex(32)}`,
  'digitalocean token': () => `dop_v1_${hex(64)}`,
  'vercel token': () => `vcp_${mixed(56)}`,
  'netlify token': () => `nfp_${mixed(40)}`,
  'supabase token': () => `sbp_${hex(40)}`,
  'planetscale password': () => `pscale_pw_${url64(43)}`,
  'planetscale token': () => `pscale_tkn_${url64(43)}`,
  'sentry user token': () => `sntryu_${hex(64)}`,
  'sentry organisation token': () => `sntrys_${object(100)}_${base64(43)}`,
  'grafana token': () => `glsa_${mixed(32)}_${hex(8)}`,
  'new relic key': () => `NRAK-${capital(27)}`,
  'groq key': () => `gsk_${mixed(52)}`,
  'xai key': () => `xai-${mixed(80)}`,
  'perplexity key': () => `pplx-${mixed(48)}`,
  'replicate token': () => `r8_${mixed(37)}`,
  'json web token': () => `${object(33)}.${object(60)}.${url64(43)}`,
  'age key': () => `AGE-SECRET-KEY-1${from('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')(58)}`,
  'vault token': () => `hvs.${url64(90)}`,
  'postman key': () => `PMAK-${hex(24)}-${hex(34)}`,
  'figma token': () => `figd_${url64(40)}`,
  'airtable token': () => `pat${mixed(14)}.${hex(64)}`,
  'atlassian token': () => `ATATT3xFfGF0${url64(180)}`,
  'docker hub token': () => `dckr_pat_${url64(27)}`,
  'pulumi token': () => `pul-${hex(40)}`,
  'rubygems key': () => `rubygems_${hex(48)}`,
  'brevo key': () => `xkeysib-${hex(64)}-${mixed(16)}`,
  'hubspot token': () => `pat-na1-${uuid()}`,
  'azure client secret': () => `${mixed(3)}8Q~${url64(34)}`,
  'nvidia key': () => `nvapi-${url64(64)}`,
  'tavily key': () => `tvly-${mixed(32)}`,
  'langsmith key': () => `lsv2_pt_${hex(32)}_${hex(10)}`,
}

/** Where a token stands without anything that would call it a secret. */
const BARE_CARRIERS: Record<string, (secret: string) => string> = {
  argument: (secret) => `deploy run '${secret}' --fast`,
  json: (secret) => JSON.stringify({ ok: true, text: `first\n${secret}\nlast`, count: 2 }),
  url: (secret) => `see https://api.host.test/v1/items?first=1&v=${encodeURIComponent(secret)}&last=2 for more`,
  log: (secret) => `2025-03-01T10:00:00Z INFO connected with ${secret} in 12 ms`,
  code: (secret) => `  const client = new Client("${secret}", { retries: 3 })`,
}

/** Kinds without a rule of their own: known only by the name they are given to. */
const UNNAMED: Record<string, () => string> = {
  'cohere key': () => mixed(40),
  'mistral key': () => mixed(32),
  'twilio auth token': () => hex(32),
  'aws secret key': () => base64(40),
  'azure storage key': () => `${base64(86)}==`,
  'cloudflare token': () => url64(40),
  'algolia admin key': () => hex(32),
  'datadog key': () => hex(32),
  'heroku key': uuid,
  'old vercel token': () => mixed(24),
  'okta token': () => `00${url64(40)}`,
  'django secret': () => small(50),
  'fastly token': () => url64(32),
  'session secret': () => hex(64),
}

const NAMED_CARRIERS: Record<string, (secret: string) => string> = {
  argument: (secret) => `tool login --api-key ${secret} --fast`,
  json: (secret) => JSON.stringify({ user: 'someone', auth_token: secret, count: 2 }),
  url: (secret) => `GET https://api.host.test/v1/items?first=1&access_token=${encodeURIComponent(secret)}&last=2`,
  log: (secret) => `2025-03-01T10:00:00Z INFO connecting SERVICE_SECRET=${secret} attempt 1`,
  code: (secret) => `  const clientSecret = "${secret}"`,
}

/** Kinds that come with their own surroundings; the part in question, and the text it stands in. */
const CONTEXTS: Record<string, () => [secret: string, text: string]> = {
  'bearer header': () => withSecret(url64(40), (secret) => `Authorization: Bearer ${secret}`),
  'bearer in curl': () =>
    withSecret(mixed(40), (secret) => `curl -H 'authorization: bearer ${secret}' https://host.test`),
  'basic header': () => withSecret(btoa(`user:${mixed(12)}`), (secret) => `"Authorization": "Basic ${secret}"`),
  'cookie header': () => withSecret(url64(32), (secret) => `Cookie: theme=dark; sid=${secret}; lang=en`),
  'set-cookie header': () => withSecret(mixed(26), (secret) => `set-cookie: connect.sid=${secret}; Path=/; HttpOnly`),
  'database url': () => withSecret(mixed(16), (secret) => `postgres://app:${secret}@db.host.test:5432/app`),
  'redis url': () => withSecret(mixed(16), (secret) => `REDIS_URL=redis://:${secret}@cache.host.test:6379/0`),
  'token in a git url': () =>
    withSecret(mixed(30), (secret) => `git clone https://oauth2:${secret}@git.host.test/a/b.git`),
  'slack webhook': () =>
    withSecret(mixed(24), (secret) => `https://hooks.slack.com/services/T${capital(8)}/B${capital(8)}/${secret}`),
  'discord webhook': () =>
    withSecret(url64(68), (secret) => `https://discord.com/api/webhooks/${digits(18)}/${secret}`),
  'sas signature': () =>
    withSecret(mixed(43), (secret) => `https://a.blob.core.windows.net/c?sv=2022-11-02&sig=${secret}%3D&se=2026`),
  'azure connection string': () =>
    withSecret(base64(86), (secret) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${secret}==;E=x`),
  'netrc password': () =>
    withSecret(mixed(10), (secret) => `machine host.test\n  login someone\n  password ${secret}\n`),
  'password argument': () =>
    withSecret(`${letters(6)}${digits(2)}!`, (secret) => `mysql --user app --password ${secret}`),
  'password setting': () => withSecret(`${small(5)}${digits(3)}`, (secret) => `database:\n  password: ${secret}\n`),
  'password in code': () => withSecret(`${letters(5)}${digits(2)}`, (secret) => `connect({ password: '${secret}' })`),
  'curl user': () => withSecret(`${mixed(9)}1`, (secret) => `curl -s -u admin:${secret} https://host.test`),
  'mysql flag': () => withSecret(`${mixed(9)}1`, (secret) => `mysql -u root -p${secret} app`),
  'docker login flag': () => withSecret(`${mixed(9)}1`, (secret) => `docker login -u bob -p ${secret} host.test`),
  'sshpass flag': () => withSecret(`${mixed(9)}1`, (secret) => `sshpass -p '${secret}' ssh bob@host.test`),
  'smbclient flag': () => withSecret(`${mixed(9)}1`, (secret) => `smbclient //host/share -U bob%${secret}`),
  'redis flag': () => withSecret(`${mixed(9)}1`, (secret) => `redis-cli -h host.test -a ${secret} ping`),
  'sqlcmd flag': () => withSecret(`${mixed(9)}1`, (secret) => JSON.stringify({ c: `sqlcmd -U sa -P "${secret}"` })),
  'openssl flag': () => withSecret(`${mixed(9)}1`, (secret) => `openssl rsa -in a -passin pass:${secret} -out b`),
  'archive flag': () => withSecret(`${mixed(9)}1`, (secret) => `7z a -p${secret} a.7z dir`),
  'net use': () => withSecret(`${mixed(9)}1`, (secret) => `net use Z: \\\\host\\share ${secret} /user:bob`),
  'xml password': () => withSecret(`${mixed(9)}1`, (secret) => `<server><password>${secret}</password></server>`),
  'pem key': () => withSecret(base64(64), (secret) => pem(`${secret}\n${base64(64)}\n${base64(20)}`)),
  'pem key in json': () => withSecret(base64(64), (secret) => JSON.stringify({ k: pem(`${base64(64)}\n${secret}\n`) })),
  'pem key cut off': () => withSecret(base64(64), (secret) => pem(`${base64(64)}\n${secret}`).split('-----END')[0]!),
}

const withSecret = (secret: string, carry: (secret: string) => string): [string, string] => [secret, carry(secret)]
const pem = (body: string) =>
  `-----BEGIN ${['RSA ', 'EC ', 'OPENSSH ', ''][next(4)]}PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`

const SAMPLES = 8

/** Nothing of a secret may be left but what a placeholder or a cut could explain. */
const leaks = (text: string, secret: string): boolean => {
  const redacted = redact(text)
  const length = Math.min(secret.length, 10)
  const middle = Math.floor((secret.length - length) / 2)
  const parts = [
    secret.slice(-length),
    secret.slice(middle, middle + length),
    encodeURIComponent(secret.slice(-length)),
  ]
  return parts.some((part) => redacted.includes(part))
}

const measure = (
  cases: Iterable<[name: string, secret: string, text: string]>,
): { recall: number; missed: string[] } => {
  let all = 0
  const missed: string[] = []
  for (const [name, secret, text] of cases) {
    all++
    if (leaks(text, secret)) missed.push(name)
  }
  return { recall: 1 - missed.length / all, missed }
}

function* crossed(
  kinds: Record<string, () => string>,
  carriers: typeof BARE_CARRIERS,
): Generator<[string, string, string]> {
  for (const [kind, make] of Object.entries(kinds)) {
    for (const [carrier, carry] of Object.entries(carriers)) {
      for (let sample = 0; sample < SAMPLES; sample++) {
        const secret = make()
        yield [`${kind} in ${carrier}`, secret, carry(secret)]
      }
    }
  }
}

test('known formats are found in arguments, JSON, URLs, logs and code without any name', () => {
  assert.ok(Object.keys(FORMATS).length >= 60)
  const { recall, missed } = measure(crossed(FORMATS, BARE_CARRIERS))
  assert.ok(recall >= 0.99, `recall ${recall}: ${missed.join(', ')}`)
})

test('kinds without a rule are found by the name they are given to', () => {
  assert.ok(Object.keys(UNNAMED).length >= 10)
  const { recall, missed } = measure(crossed(UNNAMED, NAMED_CARRIERS))
  assert.ok(recall >= 0.99, `recall ${recall}: ${missed.join(', ')}`)
})

test('headers, URLs, settings and key files are found by their surroundings', () => {
  const cases = Object.entries(CONTEXTS).flatMap(([name, make]) =>
    Array.from({ length: SAMPLES }, (): [string, string, string] => [name, ...make()]),
  )
  const { recall, missed } = measure(cases)
  assert.ok(recall >= 0.99, `recall ${recall}: ${missed.join(', ')}`)
})

test('what was redacted stays as it is when redacted again', () => {
  for (const [, , text] of [...crossed(FORMATS, NAMED_CARRIERS), ...crossed(UNNAMED, NAMED_CARRIERS)]) {
    const once = redact(text)
    assert.equal(redact(once), once)
  }
})

test('the report counts by kind', () => {
  const text = `${FORMATS['npm token']!()} and ${FORMATS['npm token']!()} and password="${letters(6)}1"`
  assert.deepEqual(redactWithReport(text).found, { 'npm-token': 2, password: 1 })
})
