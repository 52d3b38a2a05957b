import { BACKSLASH, NAME, codeAt, isBlankOrEnd, isQuote } from './characters.ts'

/** How a program takes a password through a short flag. */
export interface FlagUse {
  flag: string
  /**
   * Where the password stands: glued to the flag, in the next word, in the second or third part of the next word,
   * after `pass:`, or in cookies.
   */
  form: 'glued' | 'word' | 'percent' | 'comma' | 'colon' | 'third' | 'pass' | 'cookies'
  /** A pattern for the words between the name of the program and the flag. */
  after?: RegExp
}

/** How the command uses the flag whose dash is at an offset; undefined if the flag takes no password. */
export const flagUseOf = (text: string, dash: number): FlagUse | undefined => {
  const command = commandBefore(text, dash)
  if (command === undefined || endsCommand(command.between)) return undefined
  return command.uses.find((use) => text.startsWith(use.flag, dash + 1) && (use.after?.test(command.between) ?? true))
}

const LOGIN = /(?:^|[\s"',])login["'\s\\]/
const word = (...flags: string[]): FlagUse[] => flags.map((flag) => ({ flag, form: 'word' }))
const GLUED_P: FlagUse = { flag: 'p', form: 'glued' }
const PAIR: FlagUse[] = [
  { flag: 'u', form: 'colon' },
  { flag: 'U', form: 'colon' },
  { flag: 'b', form: 'cookies' },
]

const TABLE: [programs: string, uses: FlagUse[]][] = [
  ['mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlpump mysqlslap mysqlbinlog', [GLUED_P]],
  ['mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check mariabackup', [GLUED_P]],
  ['7z 7za 7zr 7zz', [GLUED_P]],
  ['rar unrar', [GLUED_P, { flag: 'hp', form: 'glued' }]],
  [
    'docker podman nerdctl buildah skopeo helm oras crane oc az cf rancher argocd',
    [{ flag: 'p', form: 'word', after: LOGIN }],
  ],
  // After the password comes another command with its own flags.
  ['sshpass', [{ flag: 'p', form: 'word', after: /^[\s"',\\]*(?:-[evV][\s"',\\]+|-P\s*\S+\s+)*$/ }]],
  ['smbclient rpcclient smbget smbcacls smbtree winexe wmiexec', [{ flag: 'U', form: 'percent' }]],
  ['redis-cli redis-benchmark valkey-cli keydb-cli', word('a')],
  ['mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles', word('p')],
  ['cqlsh cypher-shell beeline twine ncftp ncftpput ncftpget couchbase-cli cbq conan rdesktop', word('p')],
  ['hydra crackmapexec nxc netexec evil-winrm psexec paexec psloggedon winrs yt-dlp youtube-dl', word('p')],
  ['plink pscp psftp putty kitty', word('pw')],
  ['sqlcmd bcp isql tsql unzip zip ipmitool mosquitto_pub mosquitto_sub knife p4', word('P')],
  ['security', word('p', 'P', 'w', 'k')],
  ['vmrun', word('gp')],
  ['swaks', word('ap')],
  ['certutil signtool pvk2pfx', word(...'p pi po'.split(' '))],
  ['x11vnc', word('passwd')],
  ['snmpwalk snmpget snmpset snmpbulkwalk snmptable snmpgetnext', word('A', 'X', 'c')],
  ['ssh-keygen', word('N', 'P')],
  ['keytool jarsigner', word('storepass', 'keypass', 'srcstorepass', 'deststorepass', 'srckeypass', 'destkeypass')],
  ['pdftotext pdfimages pdftoppm', word('upw', 'opw')],
  ['http https xh xhs hey', [{ flag: 'a', form: 'colon' }]],
  ['ab', [{ flag: 'A', form: 'colon' }]],
  ['curl wget', PAIR],
  ['ftp lftp', [{ flag: 'u', form: 'comma' }]],
  ['ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapcompare', word('w')],
  ['ldappasswd', word('w', 's', 'a')],
  ['useradd usermod', word('p')],
  ['kadmin kadmin.local', word('pw')],
  ['erl iex elixir rebar3', word('setcookie')],
  ['altool', word('p')],
  ['supabase', [{ flag: 'p', form: 'word', after: /^\s+(?:link|db|login)\s/ }]],
  ['expo eas', [{ flag: 'p', form: 'word', after: LOGIN }]],
  // dig -y hmac-sha256:name:X
  ['dig nsupdate', [{ flag: 'y', form: 'third' }]],
  ['gh', [{ flag: 'b', form: 'word', after: /^\s+secret\s+set\s/ }]],
  ['glab doctl', [{ flag: 't', form: 'word', after: /\s(?:login|init)\s/ }]],
  [
    'openssl',
    [
      { flag: 'passin', form: 'pass' },
      { flag: 'passout', form: 'pass' },
      { flag: 'password', form: 'pass' },
      { flag: 'pass', form: 'pass' },
      { flag: 'k', form: 'word', after: /^\s+(?:enc|aes)/ },
    ],
  ],
]
const PROGRAMS = new Map(TABLE.flatMap(([programs, uses]) => programs.split(' ').map((name) => [name, uses] as const)))

/** The first letters of these flags. */
export const FLAG_LETTERS = new Set(TABLE.flatMap(([, uses]) => uses.map((use) => use.flag.charCodeAt(0))))

/** Only what follows the password makes a command longer than this. */
const LONGEST_BEFORE = 300
/** Pairs of letters that names of programs begin with, folded to five bits each. */
const BEGINNINGS = new Uint8Array(1_024)
for (const name of PROGRAMS.keys()) BEGINNINGS[((name.charCodeAt(0) & 31) << 5) | (name.charCodeAt(1) & 31)] = 1
const LONGEST_PROGRAM = 24

/** The last program named before an offset on the same line, and the text between. A backslash continues a line. */
const commandBefore = (text: string, end: number): { uses: FlagUse[]; between: string } | undefined => {
  const limit = Math.max(0, end - LONGEST_BEFORE)
  let start = end
  while (start > limit && (codeAt(text, start - 1) !== 10 || continues(text, start - 2))) start--
  // Searches from the right, because the last program named is the one called. It may have a path before it and quotes
  // around it.
  for (let wordEnd = end - 1; wordEnd > start; wordEnd--) {
    if (!endsName(codeAt(text, wordEnd))) continue
    let from = wordEnd
    while (from > start && wordEnd - from <= LONGEST_PROGRAM && NAME[codeAt(text, from - 1)] === 1) from--
    // In JSON the line break before the name is spelt `\n`.
    if (codeAt(text, from - 1) === BACKSLASH && isBreakLetter(codeAt(text, from))) from++
    const first = ((codeAt(text, from) & 31) << 5) | (codeAt(text, from + 1) & 31)
    // A line that was cut may begin with half a word.
    const isWhole = from > limit || limit === 0
    if (from < wordEnd && BEGINNINGS[first] === 1 && isWhole) {
      const uses = PROGRAMS.get(text.slice(from, wordEnd).replace(/\.exe$/i, ''))
      if (uses !== undefined) return { uses, between: text.slice(wordEnd, end) }
    }
    wordEnd = Math.min(from, wordEnd)
  }
  return undefined
}

const isBreakLetter = (code: number): boolean => code === 110 || code === 114 || code === 116

/** Whether a character can follow the name of a program: a blank, a quote or a backslash. */
const endsName = (code: number): boolean => isBlankOrEnd(code) || isQuote(code) || code === BACKSLASH

const continues = (text: string, at: number): boolean => codeAt(text, codeAt(text, at) === 13 ? at - 1 : at) === 92

/**
 * Whether a command ends within a text: at a shell operator outside quotes, a line break, or the next field of JSON.
 */
const endsCommand = (between: string): boolean => {
  if (!/[;|&:\\]/.test(between)) return false
  if (/["']\s*:/.test(between)) return true
  const bare = between.replace(/\\{2,3}n|\\\r?\n/g, ' ').replace(/\\*(["'])[^"']{0,200}\1/g, ' ')
  return /[;|]|&(?=[&\s])|\\n/.test(bare)
}
