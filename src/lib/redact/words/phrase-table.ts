import type { Phrase } from './phrases.ts'
import { VALUE, phrase } from './phrases.ts'
import { COMMAND_PHRASES } from './command-phrases.ts'

const QUOTED = `["']([^"'\\n]{3,128})["']`
/** A quoted value, also if JSON escapes the quotes. */
const ESCAPED = `\\\\{0,3}["']([^"'\\\\\\n]{3,128})\\\\{0,3}["']`
const TEXT = `\\\\{0,3}["'][^"'\\\\\\n]{1,80}\\\\{0,3}["']`
const ANY = { holds: 'any' } as const

const IDENTIFIED =
  'identified\\s{1,8}(?:with\\s{1,4}[\\w\'"]{1,60}\\s{1,4})?(?:by|as|using)\\s{1,8}(?:password\\s{1,4})?'
const ACCOUNT = /\b(?:user|role|account|grant|login|identified)\b[^;]{0,200}$/i

/** Statements, settings and protocols that hold a secret without `=` or `:` after a telling name. */
const STATEMENTS: Phrase[] = [
  phrase('identified', `${IDENTIFIED}["']([^"'\\s]{3,128})["']`, { before: ACCOUNT, ...ANY }),
  phrase('identified', `${IDENTIFIED}([^\\s"'|;&<>\`\\\\]{3,128})`, { before: ACCOUNT }),
  phrase('using', `using\\s{1,4}${VALUE}`, {
    isCommon: true,
    before: /\bconnect\s+to\s+\S{1,40}\s+user\s+\S{1,40}\s+$/i,
    ...ANY,
  }),
  phrase('securestring', `securestring\\s{1,4}(?:-string\\s{1,4})?${VALUE}`),
  phrase('_auth', '_auth\\s{0,2}=\\s{0,2}"?([A-Za-z0-9+/]{12,400}={0,2})', { kind: 'basic-auth', ...ANY }),
  phrase('wpa_passphrase=', 'wpa_passphrase="?([ -!#-~]{8,63})', ANY),
  phrase('requirepass', `requirepass\\s{1,8}${VALUE}`),
  phrase('masterauth', `masterauth\\s{1,8}${VALUE}`),
  phrase('auth plain', 'auth plain\\s{1,4}([A-Za-z0-9+/]{12,400}={0,2})', { kind: 'basic-auth', ...ANY }),
  phrase('send', `send(?:_user)?\\s{1,4}(?:--\\s{1,4})?["']([^"'\\n\\r]{4,100}?)(?:\\\\{1,3}[rn]|[\\r\\n])`, {
    before: /assword|passphrase/i,
    isCommon: true,
    ...ANY,
  }),
  phrase('pass ', `pass ([^\\s"']{4,100})`, { before: /\bUSER \S{1,60}\s[\s\S]{0,120}$/ }),
  phrase('auth ', `auth (?:\\w{1,30} (?=\\S))?([^\\s"'\`\\\\]{6,128})`, {
    before: /(?:redis-cli[^\n]{0,120}\s|:\d{4,5}> )$/,
  }),
  phrase('identify ', `identify (?:\\w{1,30} (?=\\S))?${VALUE}`, { before: /nickserv["' :]{0,3}$/i }),
  phrase('response=', 'response=["\']?([0-9a-f]{32,128})', { before: /Digest [^\n]{0,230}$/i, kind: 'digest', ...ANY }),
  phrase('wifi:', 'wifi:(?:[a-or-z]:[^;\\n]{0,64};){0,4}p:((?:\\\\.|[^;\\\\\\n]){4,64});', ANY),
  phrase('otpauth:', `otpauth:\\/\\/[^\\s"'<>]{1,300}?[?&]secret=([A-Za-z2-7]{8,128})`, { kind: 'otp-seed', ...ANY }),
  phrase(
    'define(',
    `define\\(\\s{0,4}["']\\w{0,40}(?:KEY|SALT|PASS(?:WORD)?|SECRET|TOKEN)["']\\s{0,4},\\s{0,20}${QUOTED}`,
  ),
  phrase('/private-', '\\/private-([0-9a-f]{20,64})\\/', { kind: 'url-token', ...ANY }),
  phrase('.atlasv1.', '\\.atlasv1\\.([\\w=-]{60,70})', { kind: 'terraform-token', ...ANY }),
  phrase('appid=', 'appid=([0-9a-f]{32})(?!\\w)', { kind: 'credential', ...ANY }),
  phrase('hmac=', 'hmac=([0-9a-f]{40,128})(?!\\w)', { before: /[?&]$/, kind: 'url-signature', ...ANY }),
  phrase('rclone', `rclone config (?:create|update)[^\\n]{1,200}?\\spass\\s{1,4}${VALUE}`),
  phrase('schtasks', `schtasks[^\\n]{1,300}?\\/rp\\s{1,4}${VALUE}`, ANY),
  phrase('secret set', `secret set\\s[^\\n|]{1,120}?(?:--body|--value|-b)[\\s=]{1,2}${VALUE}`, ANY),
  phrase('\ttrue\t', '\\ttrue\\t\\d{1,12}\\t[^\\s]{1,80}\\t([^\\s]{6,4000})', { kind: 'cookie' }),
  phrase('\tfalse\t', '\\tfalse\\t\\d{1,12}\\t[^\\s]{1,80}\\t([^\\s]{6,4000})', { kind: 'cookie' }),
  // These match nothing. If tabs are spelt as `\t`, they only signal that there is something to decode.
  phrase('\\ttrue\\t', '(?!)'),
  phrase('\\tfalse\\t', '(?!)'),
  phrase('user_pw', `user_pw\\s{1,4}${VALUE}`),
  phrase('owner_pw', `owner_pw\\s{1,4}${VALUE}`),
  phrase('input_pw', `input_pw\\s{1,4}${VALUE}`),
]

/** Users and passwords in Oracle's notation: `scott/tiger@host`. */
const ORACLE: Phrase[] = [
  ...['sqlplus', 'sqlldr', 'expdp', 'impdp'].map((word) =>
    phrase(word, `${word}(?:\\s{1,4}-\\w{1,8}){0,4}\\s{1,4}["']?[\\w$]{1,40}\\/"?([^\\s@"'/]{3,60})`, ANY),
  ),
  phrase('jdbc:oracle', `jdbc:oracle:\\w{2,6}:[\\w$]{1,40}\\/([^\\s@"']{3,80})@`, ANY),
]

const SAID = `["']?([^\\s"'|;&<>\`\\\\]{4,128})`

/** Files of accounts, routers and protocols, which have their own notations. */
const ACCOUNTS: Phrase[] = [
  ...['psk', 'eap', 'xauth'].map((word) => phrase(`: ${word}`, `: ${word}\\s{1,4}"([^"\\n]{4,128})"`, ANY)),
  phrase('snmp-server community', `snmp-server community\\s{1,4}(?!public\\b|private\\b)${SAID}`, ANY),
  ...['radius-server', 'tacacs-server'].map((word) =>
    phrase(word, `${word}\\s[^\\n]{0,120}?\\bkey\\s{1,4}(?:[0-9]\\s{1,4})?${SAID}`, ANY),
  ),
  phrase('isakmp key', `isakmp key\\s{1,4}(?:[0-9]\\s{1,4})?${SAID}`, ANY),
  phrase(
    'pre-shared-key',
    `pre-shared-key\\s{1,4}(?:ascii-text\\s{1,4}|[0-9]\\s{1,4}|local\\s{1,4}|remote\\s{1,4})?${SAID}`,
  ),
  phrase('rootpw', `rootpw\\s{1,4}(?:--plaintext\\s{1,4})?(?!--|\\{)${SAID}`, ANY),
  phrase('passwd/', `passwd\\/[\\w-]{1,20}password(?:-again)?\\s{1,4}password\\s{1,4}${SAID}`, ANY),
  phrase('pragma', `pragma\\s{1,4}(?:hex)?(?:re)?key\\s{0,4}=?\\s{0,4}\\(?["']{1,2}([^"'\\n]{4,128})["']`, ANY),
  phrase(
    'login ',
    `login \\\\{0,3}"?[^\\s"\\\\]{1,80}\\\\{0,3}"? (?:\\\\{0,3}"([^"\\\\\\n]{4,128})\\\\{0,3}"|([^\\s"\\\\]{4,128}))`,
    {
      before: /(?:^|["n\n]|[C>]: ?)[A-Za-z]{0,4}\d{1,5} $/,
      isCommon: true,
    },
  ),
  // The prompt for a password in base64, and the answer on the next line.
  phrase('ugfzc3dvcmq6', `ugfzc3dvcmq6\\s{1,4}(?:C: |> )?([A-Za-z0-9+/=]{4,200})(?!\\S)`, {
    kind: 'basic-auth',
    ...ANY,
  }),
  // The hash of an empty password stands before the real hash.
  phrase('aad3b435b51404ee', 'aad3b435b51404eeaad3b435b51404ee:([0-9a-f]{32})(?!\\w)', {
    kind: 'password-hash',
    ...ANY,
  }),
  phrase('untrusted comment', 'untrusted comment:[^\\n]{0,60}secret key[^\\n]{0,20}\\n([A-Za-z0-9+/]{60,400}={0,2})', {
    kind: 'private-key',
    ...ANY,
  }),
  phrase('rtmp', `rtmps?:\\/\\/[^\\s/"'<>]{3,80}\\/(?:[\\w.-]{1,40}\\/){1,3}([\\w?=&.-]{12,200})`, {
    kind: 'url-token',
    ...ANY,
  }),
]

const GROUPS = '((?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{2,4}|[A-Z2-7]{16,64})(?![A-Za-z0-9])'
const CODE = '(?:(?:[a-z0-9]{4,6}-){1,3}[a-z0-9]{4,6}|[a-z]{0,8}\\d[a-z0-9]{5,11})'

/** Second factors: seeds in groups of four, and recovery codes. */
const FACTORS: Phrase[] = [
  ...['2fa', 'totp', 'mfa', 'otp', 'authenticator'].flatMap((word) =>
    ['secret', 'key', 'seed', 'setup key'].map((last) =>
      phrase(`${word} ${last}`, `${word} ${last}["'\`*]{0,3}\\s{0,3}(?:is|:|=)\\s{0,3}["'\`*]{0,2}${GROUPS}`, {
        kind: 'otp-seed',
        ...ANY,
      }),
    ),
  ),
  ...['recovery codes', 'backup codes', 'recovery code', 'backup code'].map((word) =>
    phrase(
      word,
      `${word}[^\\n:]{0,40}:\\s{1,20}((?:${CODE}\\s{1,12}(?:(?:[-*•]|\\d{1,2}[.)])\\s{1,2})?){0,19}${CODE})(?!\\S)`,
      { kind: 'recovery-code', ...ANY },
    ),
  ),
  ...['app password', 'app-password', 'app-specific password', 'application password'].map((word) =>
    phrase(
      word,
      `${word}["'\`*]{0,3}\\s{0,3}(?:is|:|=)\\s{0,3}["'\`*]{0,2}([a-z]{4}(?:[ -]?[a-z]{4}){3})(?![a-z])`,
      ANY,
    ),
  ),
]

const CALLS =
  'credential( credentials( wifi.begin( basicauth( basic_auth( login( auth=( auth( authenticate( passwordauthentication('

/** Functions that take a user and a password. */
const FUNCTIONS: Phrase[] = [
  ...CALLS.split(' ').map((word) =>
    phrase(word, `${word.replace('(', '\\(')}\\s{0,4}${TEXT}\\s{0,4},\\s{0,8}${ESCAPED}`, {
      isCommon: true,
    }),
  ),
  ...['getconnection(', 'dbi->connect(', 'dbi.connect(', 'mysqli_connect(', 'mysqli(', 'new pdo('].map((word) =>
    phrase(word, `${word.replace('(', '\\(')}[^,\\n]{1,200},\\s{0,8}["'][^"'\\n]{1,80}["']\\s{0,4},\\s{0,8}${QUOTED}`),
  ),
  // Keys that sign: crypto.createHmac('sha256', 'X'), jwt.sign({ id }, 'X'), hmac.new(b'X', ...).
  phrase('createhmac(', `createhmac\\(\\s{0,4}${TEXT}\\s{0,4},\\s{0,8}${ESCAPED}`),
  phrase('hmac.new(', `hmac\\.new\\(\\s{0,4}(?:key=)?b?${ESCAPED}`),
  ...['jwt.sign(', 'jwt.verify(', 'jwt.encode(', 'jwt.decode('].map((word) =>
    phrase(
      word,
      `${word.replace('(', '\\(')}\\s{0,4}(?:\\{[^{}\\n]{0,160}\\}|[\\w.]{1,40})\\s{0,4},\\s{0,8}b?${ESCAPED}`,
    ),
  ),
  ...['auth": [', 'auth":[', "auth': [", 'auth: [', 'auth=[', 'auth = ['].map((word) =>
    phrase(word, `[^[]{4,10}\\[\\s{0,4}${TEXT}\\s{0,4},\\s{0,8}${ESCAPED}`),
  ),
]

/** Hashes of passwords in account files, from which passwords can be guessed. */
const HASHES: Phrase[] = [
  ...['$2a$', '$2b$', '$2y$'].map((word) => hash(word, '\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}')),
  ...['$1$?', '$5$?', '$6$?', '$y$?'].map((word) =>
    hash(word, '\\$[156y]\\$(?:rounds=\\d{1,9}\\$)?[./A-Za-z0-9$]{0,60}?\\$[./A-Za-z0-9]{22,86}'),
  ),
  hash('$argon2', '\\$argon2id?\\$v=\\d+\\$[\\w=,]{1,40}\\$[A-Za-z0-9+/]{8,90}\\$[A-Za-z0-9+/]{16,120}'),
  phrase('{ssha', '\\{SSHA\\d{0,3}\\}([A-Za-z0-9+/]{24,120}={0,2})', { kind: 'password-hash', ...ANY }),
]

function hash(word: string, pattern: string): Phrase {
  return phrase(word, `(${pattern})`, { kind: 'password-hash', ...ANY })
}

const WORDS = '((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])'

/** Wallet seeds: twelve to twenty-four words in a row after a word that announces them. */
const SEEDS: Phrase[] = [
  'mnemonic',
  'seed phrase',
  'seed_phrase',
  'recovery phrase',
  'secret phrase',
  'backup phrase',
].map((word) =>
  phrase(word, `${word}[\\w]{0,20}["'\`*\\]]{0,3}\\s{0,3}(?:is|:|=)?[:=]?\\s{0,3}["'\`*]{0,2}${WORDS}`, {
    kind: 'seed-phrase',
    ...ANY,
  }),
)

export const PHRASES: readonly Phrase[] = [
  ...COMMAND_PHRASES,
  ...STATEMENTS,
  ...ACCOUNTS,
  ...FACTORS,
  ...ORACLE,
  ...FUNCTIONS,
  ...HASHES,
  ...SEEDS,
]
