import { fullPath } from '../trust/place.ts'
import { readShell, UNREADABLE } from '../shell/script.ts'
import type { LessonCall } from './facts.ts'

/** One command of a call's line, and the directory that it ran in. */
export interface AskedCommand {
  program: string
  /** Wrappers before the program, as they were written: `uv run`. */
  via: readonly string[]
  words: readonly string[]
  at: string | undefined
}

/** The commands of a call's line, in order. A `cd` moves those behind it. Empty for other tools and unreadable lines. */
export const askedCommands = (call: Pick<LessonCall, 'command' | 'cwd'>): readonly AskedCommand[] => {
  let asked = remembered.get(call)
  if (asked === undefined) remembered.set(call, (asked = readCommands(call)))
  return asked
}

/** Cached by call, because several kinds of lesson ask about the same call. */
const remembered = new WeakMap<object, readonly AskedCommand[]>()

const readCommands = ({ command, cwd }: Pick<LessonCall, 'command' | 'cwd'>): AskedCommand[] => {
  if (command === undefined || command === '') return []
  let at = cwd
  const asked: AskedCommand[] = []
  for (const { program, words, via } of readShell(command).commands) {
    if (program === UNREADABLE) return []
    if (program === 'cd') {
      const target = words.find((word) => word !== '--') ?? '~'
      // When only a run could tell where a `cd` leads, the paths of all later commands are unknown too.
      at = fullPath(target, { project: cwd, cwd, at }) ?? UNKNOWN_DIRECTORY
    }
    asked.push({ program, words, via, at: program === 'cd' ? cwd : at })
  }
  return asked
}

/** Stands for an unknown directory. Every path below it counts as outside of every repository. */
const UNKNOWN_DIRECTORY = '/?'

/** The first command that has `name` as one of its words or inside one; undefined if no command does. */
export const commandNaming = (commands: readonly AskedCommand[], name: string): AskedCommand | undefined =>
  commands.find(({ words }) => words.some((word) => isNamedIn(word, name))) ??
  commands.find(({ program }) => program === name)

const isNamedIn = (word: string, name: string): boolean =>
  word === name ||
  word === `./${name}` ||
  word === `${name}/` ||
  `${word}/` === name ||
  word.startsWith(`${name}=`) ||
  word.endsWith(`:${name}`) ||
  (word.includes(',') && word.split(',').includes(name))

/** Whether a line contains `word` on its own, not as a part of a longer word. */
export const holdsWord = (line: string, word: string): boolean => {
  for (let from = line.indexOf(word); from >= 0; from = line.indexOf(word, from + 1)) {
    const [before, after] = [line[from - 1] ?? ' ', line[from + word.length] ?? ' ']
    if (!PART.test(before) && !PART.test(after)) return true
  }
  return false
}

const PART = /[\w@-]/

/**
 * The words that say what a program is asked to do: `gh pr view`, `cargo test`, `npm run`. A program that does only
 * one thing is named alone.
 */
export const readVerb = ({ program, words }: Pick<AskedCommand, 'program' | 'words'>): string => {
  const depth = (DEPTHS.get(program) ?? 0) + (program === 'docker' && words[0] === 'compose' ? 1 : 0)
  const verbs: string[] = []
  for (const word of words) {
    if (verbs.length >= depth || !/^[a-z][\w:-]{0,30}$/.test(word)) break
    verbs.push(word)
  }
  return [program, ...verbs].join(' ')
}

/** The words that lead to one of a command's words: `gh pr` before the `edti` of `gh pr edti 12`. */
export const leadOf = ({ program, words }: Pick<AskedCommand, 'program' | 'words'>, word: string): string => {
  const before = words.slice(0, Math.max(0, words.indexOf(word))).filter((one) => /^[a-z][\w:.-]{0,30}$/.test(one))
  return [program, ...before.slice(0, MOST_LEADING)].join(' ')
}

const MOST_LEADING = 2

const DEPTHS = new Map<string, number>([
  ...'flutter dart rails mix git cargo go npm pnpm yarn bun deno uv poetry pip pip3 just make mise task docker podman kubectl brew rustup terraform tofu helm dotnet swift mix'
    .split(' ')
    .map((name) => [name, 1] as const),
  ...'gh glab aws gcloud az'.split(' ').map((name) => [name, 2] as const),
])
