import type { Draw, Kinds } from '../draw.ts'
import { carried } from '../draw.ts'

const lines = (draw: Draw, count: number, width = 64): string =>
  Array.from({ length: count }, () => draw.base64(width)).join('\n')

const pem = (draw: Draw, name: string, secret: string): string =>
  `-----BEGIN ${name}-----\n${lines(draw, 3)}\n${secret}\n${draw.base64(30)}==\n-----END ${name}-----`

/** Files with private keys, whole and in parts. */
export const KEY_FILE_KINDS: Kinds = {
  ...Object.fromEntries(
    ['RSA PRIVATE KEY', 'EC PRIVATE KEY', 'DSA PRIVATE KEY', 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'].map((name) => [
      name.toLowerCase(),
      (d: Draw) => carried(d.base64(64), (s) => `cat key.pem\n${pem(d, name, s)}\n$ `),
    ]),
  ),
  'openssh private key': (d) => carried(d.base64(70), (s) => pem(d, 'OPENSSH PRIVATE KEY', s)),
  'pgp private block': (d) =>
    carried(d.base64(64), (s) => pem(d, 'PGP PRIVATE KEY BLOCK', s).replace('\n', '\nVersion: GnuPG v2\n\n')),
  'key without its end': (d) =>
    carried(d.base64(64), (s) => `-----BEGIN RSA PRIVATE KEY-----\n${lines(d, 2)}\n${s}\n${d.base64(64)}`),
  'key without its beginning': (d) =>
    carried(d.base64(64), (s) => `${lines(d, 2)}\n${s}\n-----END RSA PRIVATE KEY-----\n`),
  'key on one line': (d) => carried(d.base64(64), (s) => pem(d, 'PRIVATE KEY', s).replaceAll('\n', ' ')),
  'key in yaml': (d) =>
    carried(d.base64(64), (s) => `key: |\n  ${pem(d, 'PRIVATE KEY', s).replaceAll('\n', '\n  ')}\n`),
  'key with line numbers': (d) =>
    carried(d.base64(64), (s) =>
      pem(d, 'EC PRIVATE KEY', s)
        .split('\n')
        .map((line, at) => `${at + 1}\t${line}`)
        .join('\n'),
    ),
  'key in a service account': (d) =>
    carried(d.base64(64), (s) =>
      JSON.stringify({
        type: 'service_account',
        private_key: `${pem(d, 'PRIVATE KEY', s)}\n`,
        client_email: 'a@b.test',
      }),
    ),
  'putty key 2': (d) =>
    carried(
      d.base64(64),
      (s) =>
        `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: a\nPublic-Lines: 1\n${d.base64(64)}\nPrivate-Lines: 3\n${d.base64(64)}\n${s}\n${d.base64(20)}\nPrivate-MAC: ${d.hex(40)}\n`,
    ),
  'putty key 3': (d) =>
    carried(
      d.base64(48),
      (s) =>
        `PuTTY-User-Key-File-3: ssh-ed25519\nComment: a\nPublic-Lines: 1\n${d.base64(64)}\nPrivate-Lines: 1\n${s}\nPrivate-MAC: ${d.hex(64)}\n`,
    ),
  'putty sum': (d) => carried(d.hex(64), (s) => `Private-Lines: 1\n${d.base64(48)}\nPrivate-MAC: ${s}\n`),
  'web key': (d) => carried(d.url64(43), (s) => `{"kty":"EC","crv":"P-256","x":"${d.url64(43)}","d":"${s}"}`),
  'web key of bytes': (d) => carried(d.url64(43), (s) => `{"kty": "oct", "k": "${s}", "alg": "HS256"}`),
  'wireguard key': (d) => carried(`${d.base64(43)}=`, (s) => `[Interface]\nPrivateKey = ${s}\nListenPort = 51820\n`),
  'wireguard shared key': (d) => carried(`${d.base64(43)}=`, (s) => `[Peer]\nPresharedKey = ${s}\n`),
  'age key': (d) =>
    carried(`AGE-SECRET-KEY-1${d.from('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')(58)}`, (s) => `# age\n${s}\n`),
  'wallet key': (d) => carried(d.hex(64), (s) => `cast send --private-key 0x${s} 0xabc`),
  'wallet words': (d) => carried(Array.from({ length: 12 }, () => d.word()).join(' '), (s) => `mnemonic: "${s}"`),
  'ansible vault password': (d) => carried(d.password(), (s) => `vault_password: ${s}\n`),
}
