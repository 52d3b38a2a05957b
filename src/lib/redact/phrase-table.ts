import type { Phrase } from './phrases.ts'
import { VALUE, phrase } from './phrases.ts'

const QUOTED = `["']([^"'\\n]{3,128})["']`
const ANY = { holds: 'any' } as const

const IDENTIFIED =
  'identified\\s{1,8}(?:with\\s{1,4}[\\w\'"]{1,60}\\s{1,4})?(?:by|as|using)\\s{1,8}(?:password\\s{1,4})?'
const ACCOUNT = /\b(?:user|role|account|grant|login|identified)\b[^;]{0,200}$/i

/** Statements, settings and protocols that say a secret without `=` or `:` behind a telling name. */
const STATEMENTS: Phrase[] = [
  phrase('identified', `${IDENTIFIED}["']([^"'\\s]{3,128})["']`, { before: ACCOUNT, ...ANY }),
  phrase('identified', `${IDENTIFIED}([^\\s"'|;&<>\`\\\\]{3,128})`, { before: ACCOUNT }),
  phrase('using', `using\\s{1,4}${VALUE}`, {
    isCommon: true,
    before: /\bconnect\s+to\s+\S{1,40}\s+user\s+\S{1,40}\s+$/i,
    ...ANY,
  }),
  phrase('securestring', `securestring\\s{1,4}(?:-string\\s{1,4})?${VALUE}`),
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
  // Where tabs are spelt, these only say that there is something to decode.
  phrase('\\ttrue\\t', '(?!)'),
  phrase('\\tfalse\\t', '(?!)'),
  phrase('user_pw', `user_pw\\s{1,4}${VALUE}`),
  phrase('owner_pw', `owner_pw\\s{1,4}${VALUE}`),
  phrase('input_pw', `input_pw\\s{1,4}${VALUE}`),
]

/** Users and passwords of databases where Oracle writes them: `scott/tiger@host`. */
const ORACLE: Phrase[] = [
  ...['sqlplus', 'sqlldr', 'expdp', 'impdp'].map((word) =>
    phrase(word, `${word}(?:\\s{1,4}-\\w{1,8}){0,4}\\s{1,4}["']?[\\w$]{1,40}\\/"?([^\\s@"'/]{3,60})`, ANY),
  ),
  phrase('jdbc:oracle', `jdbc:oracle:\\w{2,6}:[\\w$]{1,40}\\/([^\\s@"']{3,80})@`, ANY),
]

const CALLS =
  'credential( credentials( basicauth( basic_auth( login( auth=( auth( authenticate( passwordauthentication('

/** Functions that take a user and a password. */
const FUNCTIONS: Phrase[] = [
  ...CALLS.split(' ').map((word) =>
    phrase(word, `${word.replace('(', '\\(')}\\s{0,4}["'][^"'\\n]{1,80}["']\\s{0,4},\\s{0,8}${QUOTED}`, {
      isCommon: true,
    }),
  ),
  ...['getconnection(', 'mysqli_connect(', 'mysqli(', 'new pdo('].map((word) =>
    phrase(word, `${word.replace('(', '\\(')}[^,\\n]{1,200},\\s{0,8}["'][^"'\\n]{1,80}["']\\s{0,4},\\s{0,8}${QUOTED}`),
  ),
]

/** What is left of passwords in files of accounts: they can be guessed from it. */
const HASHES: Phrase[] = [
  ...['$2a$', '$2b$', '$2y$'].map((word) => hash(word, '\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}')),
  ...['$1$?', '$5$?', '$6$?', '$y$?'].map((word) =>
    hash(word, '\\$[156y]\\$(?:rounds=\\d{1,9}\\$)?[./A-Za-z0-9$]{0,60}?\\$[./A-Za-z0-9]{22,86}'),
  ),
  hash('$argon2', '\\$argon2id?\\$v=\\d+\\$[\\w=,]{1,40}\\$[A-Za-z0-9+/]{8,90}\\$[A-Za-z0-9+/]{16,120}'),
  hash('{ssha', '\\{SSHA\\d{0,3}\\}[A-Za-z0-9+/]{24,120}={0,2}'),
]

function hash(word: string, pattern: string): Phrase {
  return phrase(word, `(${pattern})`, { kind: 'password-hash', ...ANY })
}

const WORDS = '((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])'

/** Wallets: twelve to twenty-four words in a row behind a word that calls them so. */
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

export const PHRASES: readonly Phrase[] = [...STATEMENTS, ...ORACLE, ...FUNCTIONS, ...HASHES, ...SEEDS]
