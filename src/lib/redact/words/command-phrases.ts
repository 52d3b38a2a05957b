import type { Phrase } from './phrases.ts'
import { VALUE, phrase } from './phrases.ts'

const ANY = { holds: 'any' } as const
const WORD = `["']?([^\\s"'|;&<>\`\\\\]{4,128})`

const QUOTED = `["']([^"'\\n]{6,128})["']`
const HASHES =
  'hash::make( bcrypt.hash( bcrypt.hashsync( bcrypt.hashpw( bcrypt.compare( argon2.hash( make_password( generate_password_hash( password_hash('

/** Commands whose secret neither a telling option nor its place alone gives away, and what such commands print. */
export const COMMAND_PHRASES: readonly Phrase[] = [
  phrase('curl ', `curl[^\\n|;]{0,200}?\\s-[a-zA-Z]{1,6}[uU]\\s{0,2}["']?[\\w.@+-]{1,60}:([^\\s"'\`\\\\|;]{4,128})`, {
    isCommon: true,
  }),
  phrase('--secret-string', `--secret-string[\\s=]{1,4}(?!\\\\{0,3}["']?\\{)${VALUE}`),
  phrase('put-parameter', `put-parameter\\s(?=[^\\n]{0,300}securestring)[^\\n]{0,300}?--value[\\s=]{1,4}${VALUE}`),
  phrase(
    'bundle config',
    `bundle config\\s(?:set\\s)?(?:--\\w{1,12}\\s){0,3}[\\w.-]{3,80}\\s["']?[\\w.@+-]{1,60}:${WORD}`,
  ),
  phrase('mysqladmin', `mysqladmin\\s[^\\n|;]{1,120}?\\spassword\\s{1,4}${VALUE}`, ANY),
  phrase('acl setuser', `acl setuser\\s\\S{1,60}\\s[^\\n]{0,60}?>([^\\s"'\\\\]{4,128})`, ANY),
  phrase('dscl ', `dscl\\s[^\\n|;]{1,60}?-passwd\\s{1,4}\\S{1,80}\\s{1,4}${VALUE}`, ANY),
  phrase('user:password', `user:password\\s{1,4}[\\w.@-]{1,60}\\s{1,4}${VALUE}`, ANY),
  phrase(':pserver:', `:pserver:[\\w.-]{1,60}:([^\\s@"']{3,128})@`, ANY),
  phrase('kubeseal', `kubeseal[^\\n|;]{0,120}?<<<\\s{0,2}${VALUE}`, ANY),
  phrase('recovery key', `recovery key[^\\d\\n]{0,20}\\s{0,12}((?:\\d{6}-){7}\\d{6})`, {
    kind: 'recovery-code',
    ...ANY,
  }),
  phrase('samlresponse', `samlresponse["']?\\s{0,4}(?:value=|[:=])\\s{0,2}["']?([A-Za-z0-9+/%=]{80,20000})`, {
    kind: 'saml',
    ...ANY,
  }),
  phrase('"random_password"', `"random_password"[^\\n]{0,600}?"result"\\s{0,2}:\\s{0,2}"([^"\\n]{4,200})"`, ANY),
  phrase('sendline(', `sendline\\(\\s{0,2}b?${QUOTED}`, { before: /assword|passphrase/i }),
  phrase('pgp_sym_', `pgp_sym_(?:en|de)crypt\\([^,\\n]{1,80},\\s{0,4}${QUOTED}`),
  phrase('changeuserpassword(', `changeuserpassword\\(\\s{0,2}["'][^"'\\n]{1,60}["']\\s{0,2},\\s{0,4}${QUOTED}`, ANY),
  phrase('create_superuser(', `create_superuser\\((?:\\s{0,8}["'][^"'\\n]{1,80}["']\\s{0,2},){1,2}\\s{0,8}${QUOTED}`),
  ...HASHES.split(' ').map((word) =>
    phrase(word, `${word.replace('(', '\\(').replaceAll('.', '\\.')}\\s{0,4}b?${QUOTED}`),
  ),
  phrase('signtool', `signtool\\s[^\\n]{1,200}?\\s\\/p\\s{1,4}${VALUE}`, ANY),
  phrase('oathtool', `oathtool\\s[^\\n|;]{0,60}?["']?([A-Z2-7]{16,64})(?![A-Za-z0-9])`, { kind: 'otp-seed', ...ANY }),
  ...['"jwt"', '"jwtsettings"', '"jwtoptions"'].map((word) =>
    phrase(
      word,
      `${word}\\s{0,4}:\\s{0,4}\\{[^{}]{0,300}?"(?:key|secret\\w{0,10}|signing\\w{0,10})"\\s{0,4}:\\s{0,4}"([^"\\n]{8,256})"`,
    ),
  ),
  phrase('codecov', `codecov\\s[^\\n]{0,60}?-t\\s{1,4}${VALUE}`),
  phrase('enable secret', `enable secret\\s{1,4}(?:\\d\\s{1,4})?${WORD}`, ANY),
  phrase('sudo -s', `sudo -S[^\\n|;]{0,80}?<<<\\s{0,2}${VALUE}`, ANY),
  ...['passwd --stdin', 'password-stdin', 'with-token'].map((word) =>
    phrase(word, `${word}[^\\n|;]{0,80}?<<<\\s{0,2}${VALUE}`, ANY),
  ),
  phrase('key content', `key content\\s{1,20}:\\s{1,4}${WORD}`, ANY),
  phrase('unseal key', `unseal key(?: \\d{1,2})?\\s{0,4}[:=]\\s{1,4}([A-Za-z0-9+/]{30,64}={0,2})`, ANY),
  phrase('new value:', `new value:\\s{1,4}([^\\s"'<>\\\\]{6,128})`, { before: /password|passphrase/i }),
  phrase('initial-password', `initial-password[^\\n|;]{0,60}\\n([A-Za-z0-9_-]{8,64})(?=\\s|$)`),
  phrase('following password', `following password[^\\n:]{0,60}:\\s{1,4}([A-Za-z0-9_-]{8,64})(?=\\s|$)`),
  phrase('master.key', `master\\.key["']?\\s{0,2}\\n([0-9a-f]{32})(?!\\w)`, ANY),
  phrase('static key v', `static key v\\d-{5}\\s{1,4}((?:[0-9a-f]{32}\\s{1,4}){1,16})`, {
    kind: 'private-key',
    ...ANY,
  }),
  phrase(
    '$ansible_vault',
    `\\$ANSIBLE_VAULT;[\\d.]{3,5};AES256(?:;\\w{1,40})?\\s{1,40}((?:[0-9a-f]{40,80}\\s{1,40}){0,400}[0-9a-f]{10,80})`,
    {
      kind: 'vault',
      ...ANY,
    },
  ),
  phrase('auth-user-pass>', `auth-user-pass>\\s{1,4}\\S{1,80}\\s{1,4}([^\\s<]{4,128})`, ANY),
  ...[']:25 ', ']:465 ', ']:587 '].map((word) =>
    phrase(word, `\\${word}\\s{0,8}[\\w.@+-]{1,80}:([^\\s"'\\\\]{4,128})`),
  ),
  phrase('hooks.zapier', `hooks\\.zapier\\.com\\/hooks\\/catch\\/\\d{4,10}\\/([a-z0-9]{5,12})(?!\\w)`, {
    kind: 'webhook',
    ...ANY,
  }),
  ...['client(', 'algoliasearch('].map((word) =>
    phrase(
      word,
      `${word.replace('(', '\\(')}\\s{0,4}["'][\\w<>:-]{6,60}["']\\s{0,4},\\s{0,8}["']([0-9a-f]{32,64})["']`,
      {
        kind: 'credential',
        isCommon: true,
        ...ANY,
      },
    ),
  ),
  ...['verification code', 'security code', 'one-time code', 'one-time password', 'login code', 'passcode'].map(
    (word) =>
      phrase(word, `${word}\\s{0,2}(?:is|:)\\s{1,2}["'\`*]{0,2}(\\d{6,8})(?!\\w)`, { kind: 'one-time-code', ...ANY }),
  ),
  ...['setup key', 'setup code', 'manual entry key'].map((word) =>
    phrase(
      word,
      `${word}\\s{0,2}(?:is|:)\\s{1,2}["'\`*]{0,2}((?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{2,4}|[a-z2-7]{16,64})(?![a-z0-9])`,
      {
        kind: 'otp-seed',
        ...ANY,
      },
    ),
  ),
]
