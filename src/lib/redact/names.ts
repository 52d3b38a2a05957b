/** How much a name says about its value, from nothing to a name that only ever means a password. */
export type Claim = 'none' | 'weak' | 'token' | 'secret' | 'password' | 'authorization' | 'cookie' | 'signature'

/** A longer name is cut at the left, because its last words say what it names. */
export const LONGEST_NAME = 64

// Size of the cache: names repeat by the thousand and always claim the same. It is cleared when full, so that memory
// stays limited.
const LARGEST_MEMORY = 4_096
const memory = new Map<string, Claim>()

/** What the name of a variable, field, option, header or parameter claims about its value. */
export const claimOf = (name: string): Claim => {
  let claim = memory.get(name)
  if (claim === undefined) {
    claim = judge(name)
    if (memory.size >= LARGEST_MEMORY) memory.clear()
    memory.set(name, claim)
  }
  return claim
}

// Every telling name contains at least one of these groups of three letters, folded to five bits each. Most names fail
// this test.
const TRIPLES = new Uint8Array(32_768)
const TURNED = new Uint8Array(32_768)
for (const letters of 'key tok sec pas pwd cre aut coo sig _pa psk jwt hps jse mdp'.split(' ')) {
  let folded = 0
  for (let index = 0; index < 3; index++) folded = (folded << 5) | (letters.charCodeAt(index) & 31)
  TRIPLES[folded] = 1
  TURNED[((folded & 31) << 10) | (folded & 0x3e0) | (folded >> 10)] = 1
}

/** The same test for a name read backwards: whether the last three letters read, turned round, are such a group. */
export const tellsBackwards = (folded: number): boolean => TURNED[folded] === 1

/** False for nearly every name that claims nothing. */
export const mayClaim = (text: string, start: number, end: number): boolean => {
  let folded = 0
  for (let index = start; index < end; index++) {
    folded = ((folded << 5) | (text.charCodeAt(index) & 31)) & 32_767
    if (TRIPLES[folded] === 1) return true
  }
  return false
}

const PASSWORD =
  /pass_?w(?:or)?d|pass_?phrase|passcode|passwort|(?:^|_)(?:psk|mdp)$|(?:^|_)(?:ssh|db|ftp|smtp|wifi|mysql|admin|root|redis|mail|imap|user|ldap|sql|vpn|key|store|sudo)pass$/
const SECRET =
  /secret|credential|api_?key|access_?key|private_?key|secret_?key|auth_?key|encryption_?key|signing_?key|master_?key|account_?key|shared_?key|service_?key|license_?key|storage_?key|host_?key|pre_?shared_?key|deploy_?key|app_key|(?:access|auth|refresh|bearer|api|bot|user|personal|private|security|oauth|session|deploy|app|id|csrf|webhook)_?token|(?:auth|nonce|password|hash|logged_in)_salt|^jwt$|^bearer$|_jwt$/
const ENVIRONMENT = /^[A-Z0-9_]*_(?:TOKEN|KEY|PAT|AUTH|JWT|SALT|CREDS)$/
/** `X-ClickHouse-Key` */
const HEADER = /^x_(?!cache|request|idempotency|public)\w{2,24}_key$/
/** Session cookies of widespread servers. */
const SESSION = /^(?:phpsessid|jsessionid|connect_sid|sid|asp_?session_?id\w*)$/
/** Names that give access in the query of an address and mean nothing elsewhere. */
const IN_ADDRESS = /^(?:sig|signature|hmac|appid|x_(?:amz|goog|ms|oss)_signature)$/

const TELLING = new Set(['key', 'auth'])
/** Names of files and of properties of a file. */
const FILE_NAME =
  /\.(?:md|ts|tsx|js|jsx|mjs|cjs|json|py|rb|go|rs|java|c|h|cpp|css|html|txt|ya?ml|toml|sh|sql|lock|log)$/
/** Words that make the value something about a secret, not the secret itself. */
const ABOUT = new Set(
  (
    'count counts type types name names length len limit url uri path paths file files filename dir field fields index ' +
    'size expiry expires expiration expired at ttl label hint placeholder prefix suffix policy regex pattern version ' +
    'error message text title format algorithm alg input selector class endpoint header env var variable ref refs arn ' +
    'number usage status state strength rules rule min max age help description desc provider mode kind enabled map ' +
    'manager service store storage cache column row event code codes required valid invalid reset change changed ' +
    'display icon button form page option options method source region created updated rotation words group scope'
  ).split(' '),
)
/** Words that make a `key`, `token` or `sig` harmless. */
const HARMLESS = new Set(
  (
    'public pub cache primary foreign sort partition idempotency object query row column map id ids max min num total ' +
    'count next page continuation cursor pagination sync eof hash digest checksum group react translation i18n locale ' +
    'registry storage keyboard gpg pgp json dedupe lookup unique composite parent child item node kind ast syntax'
  ).split(' '),
)

const judge = (name: string): Claim => {
  const words = wordsOf(name)
  const last = words.at(-1)
  if (last === undefined || ABOUT.has(last) || FILE_NAME.test(name)) return 'none'
  if (last === 'authorization') return 'authorization'
  if (last === 'cookie' || last === 'cookies') return 'cookie'
  const joined = words.join('_')
  if (IN_ADDRESS.test(joined) || last === 'signature') return 'signature'
  if (PASSWORD.test(joined) || last === 'pass' || last === 'pwd' || last === 'pw') return 'password'
  if (words.some((word) => word === 'public' || word === 'pub')) return 'none'
  if (joined.includes('secret') && !/secretar|secretion/.test(joined)) return 'secret'
  if (SESSION.test(joined)) return 'token'
  if (last === 'id' || last === 'ids') return 'none'
  if (SECRET.test(joined) || ENVIRONMENT.test(name) || HEADER.test(joined)) return 'secret'
  if (words.some((word) => HARMLESS.has(word))) return 'none'
  if (last.endsWith('token') || last.endsWith('apikey')) return 'token'
  return words.some((word) => TELLING.has(word) || word.endsWith('token')) ? 'weak' : 'none'
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
