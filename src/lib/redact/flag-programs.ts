/** How a program takes a password by a short flag. */
export interface FlagUse {
  flag: string
  /** Glued to the flag only; a word after it; the second half of a word after it; a word behind `pass:`. */
  form: 'glued' | 'word' | 'percent' | 'comma' | 'colon' | 'pass'
  /** What the words between the name of the program and the flag must be like. */
  after?: RegExp
}

/** The use of the flag at an offset (that of its dash) by the command it belongs to, when that is a password. */
export const flagUseOf = (text: string, dash: number): FlagUse | undefined => {
  const before = commandBefore(text, dash)
  // The program named last is the one that is called.
  let last: RegExpExecArray | undefined
  for (const match of before.matchAll(NAMES)) last = match
  if (last === undefined) return undefined
  const between = before.slice(last.index + last[0].length)
  if (endsCommand(between)) return undefined
  return PROGRAMS.get(last[1]!)?.find(
    (use) => text.startsWith(use.flag, dash + 1) && (use.after?.test(between) ?? true),
  )
}

const LOGIN = /(?:^|[\s"',])login["'\s\\]/
const WORD_AFTER_P: FlagUse = { flag: 'p', form: 'word' }
const GLUED_P: FlagUse = { flag: 'p', form: 'glued' }
const WORD_AFTER_CAPITAL: FlagUse = { flag: 'P', form: 'word' }
const USER: FlagUse = { flag: 'U', form: 'percent' }

const TABLE: [programs: string, uses: FlagUse[]][] = [
  ['mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlpump mysqlslap mysqlbinlog', [GLUED_P]],
  ['mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check mariabackup', [GLUED_P]],
  ['7z 7za 7zr 7zz', [GLUED_P]],
  ['rar unrar', [GLUED_P, { flag: 'hp', form: 'glued' }]],
  ['docker podman nerdctl buildah skopeo helm oras crane oc az cf', [{ ...WORD_AFTER_P, after: LOGIN }]],
  // What follows the password is a command of its own, with flags of its own.
  ['sshpass', [{ ...WORD_AFTER_P, after: /^[\s"',\\]*(?:-[evV][\s"',\\]+|-P\s*\S+\s+)*$/ }]],
  ['smbclient rpcclient smbget smbcacls smbtree winexe', [USER]],
  ['redis-cli redis-benchmark valkey-cli keydb-cli', [{ flag: 'a', form: 'word' }]],
  ['mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles', [WORD_AFTER_P]],
  ['cqlsh cypher-shell beeline twine ncftp ncftpput ncftpget', [WORD_AFTER_P]],
  ['sqlcmd bcp unzip zip ipmitool mosquitto_pub mosquitto_sub', [WORD_AFTER_CAPITAL]],
  ['ssh-keygen', [{ flag: 'N', form: 'word' }, WORD_AFTER_CAPITAL]],
  [
    'keytool jarsigner',
    ['storepass', 'keypass', 'srcstorepass', 'deststorepass'].map((flag): FlagUse => ({ flag, form: 'word' })),
  ],
  ['http https xh xhs', [{ flag: 'a', form: 'colon' }]],
  ['ftp lftp', [{ flag: 'u', form: 'comma' }]],
  ['ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd', [{ flag: 'w', form: 'word' }]],
  [
    'openssl',
    [
      { flag: 'passin', form: 'pass' },
      { flag: 'passout', form: 'pass' },
      { flag: 'pass', form: 'pass' },
      { flag: 'k', form: 'word', after: /^\s+(?:enc|aes)/ },
    ],
  ],
]
const PROGRAMS = new Map(TABLE.flatMap(([programs, uses]) => programs.split(' ').map((name) => [name, uses] as const)))

/** The letters such flags begin with. */
export const FLAG_LETTERS = new Set(TABLE.flatMap(([, uses]) => uses.map((use) => use.flag.charCodeAt(0))))

const ANY_NAME = [...PROGRAMS.keys()].join('|')
// A path may stand before the name, and quotes around it.
const NAMES = new RegExp(`(?<![\\w.-])(${ANY_NAME})(?:\\.exe)?(?=[\\s"'\\\\])`, 'g')

/** Commands are longer than this only by what stands after their password. */
const LONGEST_BEFORE = 300

/** The line up to an offset; a line that ends in a backslash goes on. */
const commandBefore = (text: string, end: number): string => {
  const limit = Math.max(0, end - LONGEST_BEFORE)
  let start = end
  while (start > limit && (text.charCodeAt(start - 1) !== 10 || continues(text, start - 2))) start--
  return text.slice(start, end)
}

const continues = (text: string, at: number): boolean =>
  text.charCodeAt(text.charCodeAt(at) === 13 ? at - 1 : at) === 92

/** Whether a command ends in a stretch of text: signs of the shell outside quotes, a line break, the next field of JSON. */
const endsCommand = (between: string): boolean => {
  if (!/[;|&:\\]/.test(between)) return false
  if (/["']\s*:/.test(between)) return true
  const bare = between.replace(/\\{2,3}n|\\\r?\n/g, ' ').replace(/\\*(["'])[^"']{0,200}\1/g, ' ')
  return /[;|]|&(?=[&\s])|\\n/.test(bare)
}
