import { readShell, type ShellCommand } from '../shell/script.ts'
import type { ForeignPath } from '../schema/harvest.ts'

/**
 * Stands for every file. A stranger's patch or branch came into the project, and the files that it changed are
 * unknown.
 */
export const EVERYTHING = '*'

/**
 * Where a session put files that came from elsewhere: downloads, clones, unpacked archives, copies, patches. Paths are
 * as the session wrote them, relative to its directory. A copy also names its origin, because only the project's root
 * tells whether that was elsewhere.
 */
export const foreignPaths = (calls: readonly { line: string; worked: boolean }[]): ForeignPath[] => {
  const found = new Map<string, ForeignPath>()
  for (const { line, worked } of calls) {
    if (!worked || !BRINGS.test(line)) continue
    for (const path of pathsIn(line)) {
      if (found.size < MOST_PATHS && path.to.length <= LONGEST_CHARS)
        found.set(`${path.to}\u0000${path.from ?? ''}`, path)
    }
  }
  return [...found.values()]
}

const MOST_PATHS = 60
const LONGEST_CHARS = 200

/** A cheap test that rules most lines out. */
const BRINGS =
  /\b(?:curl|wget|aria2c|http|xh|clone|checkout|submodule|subtree|fetch|svn|download|pack|degit|tar|bsdtar|unzip|7z|gunzip|cp|mv|rsync|scp|sftp|apply|am|patch|aws|gsutil|docker|kubectl|gh|glab|pbpaste|xclip|xsel|ssh)\b/

const pathsIn = (line: string): ForeignPath[] => {
  const { commands } = readShell(line)
  const isFetched = commands.some(({ program }) => FETCHERS.has(program))
  const found: ForeignPath[] = []
  let at = ''
  for (const command of commands) {
    if (command.program === 'cd' || command.program === 'pushd') at = joined(at, plainOf(command.words)[0] ?? '')
    const own = BY_PROGRAM[command.program]?.(command.words) ?? []
    // A pipe carries the output of a fetching program into files, archives and patches.
    const piped = isFetched ? pipedInto(command) : []
    for (const path of [...own, ...piped]) {
      if (path.to === EVERYTHING) found.push(path)
      else if (path.to !== '' && !path.to.startsWith('&') && path.to !== '/dev/null' && path.to !== '-')
        found.push({ ...path, to: joined(at, path.to) })
    }
  }
  return found
}

const FETCHERS = new Set('curl wget http xh gh glab ssh pbpaste xclip xsel aws gsutil docker kubectl'.split(' '))

const pipedInto = ({ program, words, files }: ShellCommand): ForeignPath[] => {
  // The placeholder of a secret looks like a file behind a redirection.
  const targets = files.filter((file) => !file.startsWith('SECRET:')).map((file) => ({ to: file }))
  if (program === 'tee') return [...targets, ...plainOf(words).map((to) => ({ to }))]
  const isPatch = program === 'patch' || (program === 'git' && (words[0] === 'apply' || words[0] === 'am'))
  return isPatch ? [...targets, { to: EVERYTHING }] : targets
}

const joined = (base: string, path: string): string =>
  base === '' || /^(?:[/~]|[A-Za-z]:)/.test(path) ? path : `${base.replace(/\/+$/, '')}/${path}`

const plainOf = (words: readonly string[]): string[] => words.filter((word) => !word.startsWith('-'))

/** The value of an option: `-o x`, `-ox` or `--output=x`. */
const optionOf = (words: readonly string[], ...names: string[]): string | undefined => {
  for (const [at, word] of words.entries()) {
    for (const name of names) {
      if (word === name) return words[at + 1]
      if (name.startsWith('--') && word.startsWith(`${name}=`)) return word.slice(name.length + 1)
    }
  }
  return undefined
}

/** The last name in an address: `b` for `https://host/a/b.git?x` and for `acme/b`. */
const lastName = (address: string): string =>
  (
    address
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split(/[/:]/)
      .at(-1) ?? ''
  ).replace(/\.git$/, '')

/** The name of an archive without its endings. */
const stem = (file: string): string =>
  lastName(file).replace(/(?:\.tar)?\.(?:gz|tgz|zip|xz|bz2|zst|tar|7z|whl|crate)$/i, '')

const isAddress = (word: string): boolean =>
  /^[a-z][a-z0-9+.-]{1,11}:\/\//i.test(word) || /^[\w.-]{1,100}@?[\w.-]{0,100}:[^\\]/.test(word)

type Finder = (words: readonly string[]) => ForeignPath[]

const to = (...paths: (string | undefined)[]): ForeignPath[] =>
  paths.flatMap((path) => (path === undefined || path === '' ? [] : [{ to: path }]))

/** `clone [--depth 1] ADDRESS [DIRECTORY]` */
const cloned: Finder = (words) => {
  const plain = plainOf(words)
  const at = Math.max(
    0,
    plain.findIndex((word) => isAddress(word) || /^[\w.@-]{1,100}\/[\w.-]{1,100}$|^[./~]/.test(word)),
  )
  return to(plain[at + 1] ?? lastName(plain[at] ?? ''))
}

const unpacked = (words: readonly string[], ...options: string[]): ForeignPath[] => {
  const directory = optionOf(words, ...options)
  const archive = plainOf(words).find((word) => /\.\w{2,5}$/.test(word) && word !== directory)
  return to(directory ?? (archive === undefined ? undefined : stem(archive)))
}

/** `cp FROM... TO`. Only the project's root tells whether FROM lies elsewhere. */
const copied: Finder = (words) => {
  const plain = plainOf(words)
  const target = plain.at(-1) ?? ''
  return plain.slice(0, -1).flatMap((from) => {
    const into = `${target.replace(/\/+$/, '')}/${lastName(from)}`
    const source = isAddress(from) ? {} : { from }
    return [into, target].filter((path) => !/^\.{0,2}\/?$/.test(path)).map((path) => ({ to: path, ...source }))
  })
}

const curl: Finder = (words) => {
  const directory = optionOf(words, '--output-dir')
  const named = words.some((word) => /^-[a-zA-Z]*O$|^--remote-name(?:-all)?$/.test(word))
  const own = named ? words.filter(isAddress).map(lastName) : []
  return to(directory, optionOf(words, '-o', '--output') ?? glued(words), ...own)
}

/** `-Lo x`, `-sSLo x` */
const glued = (words: readonly string[]): string | undefined => {
  const at = words.findIndex((word) => /^-[a-zA-Z]{1,8}o$/.test(word))
  return at < 0 ? undefined : words[at + 1]
}

const wget: Finder = (words) => {
  const directory = optionOf(words, '-P', '--directory-prefix')
  const printed = words.some((word) => /^-[a-zA-Z]{0,8}O-$/.test(word))
  const output = printed ? '-' : optionOf(words, '-O', '--output-document')
  return to(directory, output, ...(output === undefined ? words.filter(isAddress).map(lastName) : []))
}

const git: Finder = (all) => {
  const words = all[0] === '-C' || all[0] === '-c' ? all.slice(2) : all
  const [verb = '', ...rest] = words
  switch (verb) {
    case 'clone':
      return cloned(rest)
    case 'submodule':
      return rest[0] === 'add' ? cloned(rest.slice(1)) : []
    case 'subtree':
      return to(optionOf(rest, '--prefix', '-P'))
    case 'fetch':
      return rest.some((word) => /\b(?:pull|merge-requests)\/\d/.test(word)) ? [{ to: EVERYTHING }] : []
    case 'apply':
    case 'am':
      return plainOf(rest).map((from) => ({ to: EVERYTHING, from }))
    default:
      return []
  }
}

const gh: Finder = ([noun = '', verb = '', ...rest]) => {
  if (verb === 'clone') return cloned(rest)
  if (verb === 'checkout' && (noun === 'pr' || noun === 'mr')) return [{ to: EVERYTHING }]
  return verb === 'download' ? to(optionOf(rest, '-D', '--dir'), optionOf(rest, '-n', '--name', '-p', '--pattern')) : []
}

const tar: Finder = (words) =>
  /^-?[a-zA-Z]*x|^--(?:extract|get)$/.test(words[0] ?? '') || words.includes('-x')
    ? unpacked(words, '-C', '--directory', '--one-top-level')
    : []

const behind =
  (verb: string, find: Finder): Finder =>
  (words) => {
    const at = words.indexOf(verb)
    return at < 0 ? [] : find(words.slice(at + 1))
  }

const BY_PROGRAM: Record<string, Finder | undefined> = {
  curl,
  wget,
  git,
  gh,
  glab: gh,
  tar,
  bsdtar: tar,
  aria2c: (words) => to(optionOf(words, '-d', '--dir'), optionOf(words, '-o', '--out')),
  http: (words) => to(optionOf(words, '-o', '--output')),
  xh: (words) => to(optionOf(words, '-o', '--output')),
  hg: behind('clone', cloned),
  svn: (words) => (/^(?:co|checkout|export)$/.test(words[0] ?? '') ? cloned(words.slice(1)) : []),
  degit: cloned,
  unzip: (words) => unpacked(words, '-d'),
  '7z': (words) => to(words.find((word) => word.startsWith('-o'))?.slice(2), ...unpacked(words).map((path) => path.to)),
  gunzip: (words) => plainOf(words).map((file) => ({ to: file.replace(/\.gz$/, '') })),
  pip: behind('download', (words) => to(optionOf(words, '-d', '--dest'))),
  pip3: behind('download', (words) => to(optionOf(words, '-d', '--dest'))),
  npm: behind('pack', (words) => to(...plainOf(words).map((name) => name.replace(/^@/, '').replaceAll('/', '-')))),
  cp: copied,
  mv: copied,
  rsync: copied,
  scp: copied,
  ln: copied,
  aws: behind('cp', copied),
  gsutil: behind('cp', copied),
  docker: behind('cp', copied),
  kubectl: behind('cp', copied),
  patch: (words) => {
    const from = optionOf(words, '-i', '--input')
    return from === undefined ? [] : [{ to: EVERYTHING, from }]
  },
}
