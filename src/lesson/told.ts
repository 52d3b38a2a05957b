import { dirname, join, normalize } from 'node:path'
import { BRANCH_IN_USE } from '../complaint/complaint.ts'
import type { Lesson } from '../schema/lesson.ts'
import { holdsWord } from './asked.ts'
import { WRONG_PLACE } from './kinds/wrong-place.ts'
import type { Tree } from './tree.ts'

/** A file in which the project tells agents how to work, split into lines. */
export interface InstructionFile {
  /** The path relative to the repository. */
  path: string
  lines: readonly string[]
  changedAt: number
}

const FILES = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/CLAUDE.md',
  'AGENTS.md',
  'GEMINI.md',
  '.github/copilot-instructions.md',
  '.cursorrules',
  'CONTRIBUTING.md',
]
const FOLDER = '.cursor/rules'
const MOST_FILES = 30
const MOST_LINES = 5_000

/** The instruction files of a tree, with the files that they import directly. */
export const readInstructions = async (tree: Tree): Promise<InstructionFile[]> => {
  const rules = (await tree.list(FOLDER)).filter((name) => /\.mdc?$/.test(name)).map((name) => `${FOLDER}/${name}`)
  const files = new Map<string, InstructionFile>()
  const add = async (path: string): Promise<InstructionFile | undefined> => {
    if (files.has(path) || files.size >= MOST_FILES) return undefined
    const look = await tree.look(path)
    const text = typeof look === 'string' || look.kind !== 'file' ? undefined : await tree.read(path)
    if (text === undefined || typeof look === 'string') return undefined
    const file = { path, lines: text.split('\n', MOST_LINES), changedAt: look.changedAt }
    files.set(path, file)
    return file
  }
  for (const path of [...FILES, ...rules]) {
    const file = await add(path)
    // Imports are followed for one level only, so that loops end.
    for (const imported of file === undefined ? [] : importsOf(file)) await add(imported)
  }
  return [...files.values()]
}

/** Finds imports: `@docs/style.md` on a line, outside of code. */
const importsOf = ({ path, lines }: InstructionFile): string[] =>
  lines.flatMap((line) =>
    Array.from(
      line.replaceAll(/`[^`]*`/g, '').matchAll(/(?:^|\s)@((?:\.{0,2}\/)?[\w./-]{1,200}\.\w{1,5})/g),
      ([, name = '']) => normalize(join(dirname(path), name)),
    ).filter((name) => !name.startsWith('..') && !name.startsWith('/')),
  )

/** Trigger and remedy must stand within this many lines of each other. */
const NEAR = 3

/**
 * Where the project's own files already tell a lesson; null if they do not. `sessionTimes` are the starts of the
 * independent sessions, to count sessions that make the mistake although the file tells it.
 */
export const findTold = (
  lesson: Lesson,
  files: readonly InstructionFile[],
  sessionTimes: readonly number[],
): Lesson['told'] => {
  const words = wordsOf(lesson)
  if (words.length === 0) return null
  for (const { path, lines, changedAt } of files) {
    const places = words.map((word) => lines.flatMap((line, index) => (says(line, word) ? [index] : [])))
    if (places.some((found) => found.length === 0)) continue
    const [first = [], ...others] = places
    const at = first.find((index) => others.every((found) => found.some((other) => Math.abs(other - index) <= NEAR)))
    if (at === undefined) continue
    const since = lesson.evidence.failedAt.filter((time) => time !== null && time > changedAt).length
    const began = sessionTimes.filter((time) => time > changedAt).length
    // A session that was running when the file changed can make the mistake afterwards.
    return { file: path, line: at + 1, since, of: Math.max(began, since) }
  }
  return null
}

/** The words that a file must contain to count as telling the lesson. */
const wordsOf = ({ kind, trigger, remedy, text }: Lesson): string[] => {
  if (kind === 'rule') return [text]
  // Many files name the branch that everything is merged into, and mean something else.
  if (trigger.code === BRANCH_IN_USE) return []
  if (trigger.code === WRONG_PLACE && remedy !== null) return [trigger.program, remedy.text]
  if (kind === 'masked') return [`${trigger.program} ${trigger.subject}`]
  // Only the command that works must be named. The file need not add that another one fails.
  if (kind === 'command' && remedy?.kind === 'command') return [remedy.text]
  if (kind === 'check') return [trigger.subject === '' ? (remedy?.text ?? trigger.code) : trigger.subject]
  const subject = trigger.subject === '' ? trigger.code : trigger.subject
  return remedy === null || remedy.kind === 'advice' ? [subject] : [subject, remedy.text]
}

/** A word of ordinary language, such as `tests`, counts as a path only if it is marked as one. */
const says = (line: string, word: string): boolean =>
  /^[A-Za-z]+$/.test(word)
    ? new RegExp(`\`(?:\\./)?${word}/?\`|(?<![\\w/.-])${word}/`).test(line)
    : holdsWord(line, word)
