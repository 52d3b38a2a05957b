import { MISSING_PATH, MISSING_PROGRAM, MISSING_TASK } from '../complaint/complaint.ts'
import { isRecord, parseJson } from '../lib/json.ts'
import type { Lesson } from '../schema/lesson.ts'
import { WRONG_ROOT } from './kinds/missing-path.ts'
import { manifestsOf, WRONG_PLACE } from './kinds/wrong-place.ts'
import type { Tree } from './tree.ts'
import { writeSentence } from './text.ts'

/** A lesson that cannot be checked is given for this long after the mistake was last seen. */
export const EXPIRES_MS = 30 * 24 * 3_600_000

interface Today {
  now: number
  /** The working tree; undefined if it is not on this machine or must not be looked at. */
  tree: Tree | undefined
  /** Directories that are searched for programs. */
  programs: readonly string[]
}

/**
 * Checks a lesson against today's tree. A lesson that is no longer true is stale, and so is one that cannot be checked
 * and was not seen for long.
 */
export const checkToday = async (lesson: Lesson, { now, tree, programs }: Today): Promise<Lesson> => {
  const found = tree === undefined ? NO_TREE : await lookAt(lesson, tree, programs)
  const checked = { at: found.holds === null ? null : now, ...found }
  if (found.holds === false) return { ...lesson, checked, state: 'stale' }
  const { lastAt } = lesson.support
  if (found.holds === null && (lastAt === null || now - lastAt > EXPIRES_MS))
    return { ...lesson, checked, state: 'stale' }
  return withoutOldRemedy({ ...lesson, checked }, tree)
}

type Found = Pick<Lesson['checked'], 'holds' | 'how'>

const NO_TREE: Found = { holds: null, how: 'the working tree was not looked at' }
const UNCHECKED: Found = { holds: null, how: 'cannot be checked' }
const SILENT: Found = { holds: null, how: 'the disk did not answer' }

const lookAt = async ({ kind, trigger }: Lesson, tree: Tree, programs: readonly string[]): Promise<Found> => {
  const { code, subject, program } = trigger
  if (code === MISSING_PATH) return isAbsent(tree, subject)
  if (code === WRONG_ROOT) return isAbsent(tree, wrongRoot(subject, tree.root))
  if (code === MISSING_PROGRAM) return isNotInstalled(subject, programs, tree)
  if (code === MISSING_TASK) {
    const tasks = await tasksOf(program, tree)
    if (tasks === undefined) return UNCHECKED
    return tasks.has(subject)
      ? { holds: false, how: 'the task exists' }
      : { holds: true, how: 'the task does not exist' }
  }
  if (code === WRONG_PLACE) return isStillElsewhere(tree, program)
  return kind === 'too-large' ? isStillLarge(tree, subject) : UNCHECKED
}

/** Whether the program would still find no project at the root. */
const isStillElsewhere = async (tree: Tree, program: string): Promise<Found> => {
  const files = manifestsOf(program)
  for (const file of files) {
    const look = await tree.look(file)
    if (look === 'unknown') return SILENT
    if (look !== 'missing') return { holds: false, how: 'the root is a project by now' }
  }
  return files.length === 0 ? UNCHECKED : { holds: true, how: 'the root is no project' }
}

const isAbsent = async (tree: Tree, path: string | undefined): Promise<Found> => {
  if (path === undefined) return UNCHECKED
  const look = await tree.look(path)
  if (look === 'unknown') return SILENT
  return look === 'missing' ? { holds: true, how: 'the path does not exist' } : { holds: false, how: 'the path exists' }
}

/** `Desktop/shop-shop` seen from `/home/sam/Desktop/shop` is `../shop-shop`. */
const wrongRoot = (subject: string, root: string): string | undefined => {
  const [common = '', ...rest] = subject.split('/')
  const parts = root.split('/')
  const at = parts.lastIndexOf(common)
  return at < 0 || rest.length === 0 ? undefined : [...parts.slice(at + 1).map(() => '..'), ...rest].join('/')
}

const isNotInstalled = async (name: string, programs: readonly string[], tree: Tree): Promise<Found> => {
  const up = tree.root
    .split('/')
    .slice(1)
    .map(() => '..')
    .join('/')
  for (const folder of programs) {
    const look = await tree.look(`${up}${folder}/${name}`)
    if (look === 'unknown') return SILENT
    if (look !== 'missing') return { holds: false, how: 'the program is on the PATH' }
  }
  return programs.length === 0 ? UNCHECKED : { holds: true, how: 'the program is not on the PATH' }
}

/** Every agent reads a file of this size whole. */
const SMALL_BYTES = 20_000

const isStillLarge = async (tree: Tree, path: string): Promise<Found> => {
  const look = await tree.look(path)
  if (look === 'unknown') return SILENT
  if (look === 'missing') return { holds: false, how: 'the file does not exist' }
  return look.bytes < SMALL_BYTES
    ? { holds: false, how: 'the file is small' }
    : { holds: true, how: `the file has ${look.bytes} bytes` }
}

/** The tasks of a runner in this tree; undefined if its file cannot be read as a list. */
const tasksOf = async (runner: string, tree: Tree): Promise<Set<string> | undefined> => {
  if (PACKAGE_RUNNERS.has(runner)) {
    const text = await tree.read('package.json')
    const parsed = text === undefined ? undefined : parseJson(text)
    const scripts = isRecord(parsed) ? parsed['scripts'] : undefined
    return isRecord(scripts) ? new Set(Object.keys(scripts)) : undefined
  }
  for (const name of TASK_FILES[runner] ?? []) {
    const text = await tree.read(name)
    // A file that includes others does not list all tasks.
    if (text !== undefined && !/^(?:-?include|import|mod) /m.test(text))
      return new Set(Array.from(text.matchAll(/^@?([\w.-]{1,80})[^\n:=]{0,200}:(?!=)/gm), ([, task = '']) => task))
  }
  return undefined
}

const PACKAGE_RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const TASK_FILES: Record<string, string[]> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
}

/** Removes a remedy that no longer exists. A lesson that is useless without its remedy becomes stale. */
const withoutOldRemedy = async (lesson: Lesson, tree: Tree | undefined): Promise<Lesson> => {
  const { remedy, kind } = lesson
  if (remedy === null || tree === undefined || !(await isGone(remedy, tree))) return lesson
  if (kind === 'command' || kind === 'place') return { ...lesson, state: 'stale' }
  const bare = { ...lesson, remedy: null }
  return { ...bare, text: writeSentence(bare) }
}

const isGone = async ({ kind, text }: NonNullable<Lesson['remedy']>, tree: Tree): Promise<boolean> => {
  if (kind === 'path') return (await tree.look(text)) === 'missing'
  if (kind === 'advice') return false
  const [runner = '', ...words] = text.split(' ')
  const task = words.find((word) => word !== 'run' && !word.startsWith('-'))
  const tasks =
    task === undefined || (PACKAGE_RUNNERS.has(runner) && words[0] !== 'run') ? undefined : await tasksOf(runner, tree)
  return tasks !== undefined && !tasks.has(task ?? '')
}
