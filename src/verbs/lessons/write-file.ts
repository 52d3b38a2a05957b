import { AppError } from '../../lib/error.ts'
import { unifiedDiff } from '../../interfaces/hooks/settings-diff.ts'
import {
  readSettings,
  removeSettings,
  requireWritable,
  type SettingsFile,
  writeSettings,
} from '../../interfaces/hooks/settings-file.ts'
import { type BlockLine, findBlock, mergeLines, putBlock, takeBlock } from '../../lesson/block.ts'
import { lastingLines, withinTokens } from '../../lesson/lines.ts'
import { concernsAnyTask } from '../../lesson/select.ts'
import { clauseOf } from '../../lesson/text.ts'
import type { StandingLesson } from '../../operations/lessons-ready.ts'
import { START_TOKENS } from '../../schema/ready.ts'

/** A change of an instruction file that is not made yet. */
export interface FileChange {
  diff: string
  /** Ids of the lessons that the block holds afterwards; of an undo, those that it held. */
  ids: string[]
  /** Makes the change. Refuses where the file is read-only or was changed since it was read. */
  write(): void
}

/** Puts lessons into the managed block of a file. A block that a person has edited is kept unless `isForced`. */
export const planWrite = (
  path: string,
  lessons: readonly StandingLesson[],
  { isForced }: { isForced: boolean },
): FileChange => {
  const file = readInstructions(path)
  const found = findBlock(file.text ?? '')
  if (found.kind === 'broken') throw brokenError(path, found.line)
  if (found.kind === 'edited' && !isForced) throw editedError(path)
  const before = found.kind === 'ours' ? found.lines : []
  const wanted = chosenLines(lessons, before)
  const known = new Set(lessons.map(({ lesson }) => lesson.id))
  const lines = mergeLines(before, wanted, (id) => known.has(id))
  if (lines.length === 0)
    throw new AppError('nothing-to-write', 'there is no lesson to write into a file', {
      hint: '`warmstart lessons --all` says what was found and why it is left out',
    })
  return changeOf(
    file,
    putBlock(file.text, lines),
    lines.map(({ id }) => id),
  )
}

/** Takes the managed block out of a file, so that the file is as it was before. */
export const planUndo = (path: string, { isForced }: { isForced: boolean }): FileChange => {
  const file = readInstructions(path)
  const found = findBlock(file.text ?? '')
  if (found.kind === 'broken') throw brokenError(path, found.line)
  if (found.kind === 'none' || file.text === undefined)
    throw new AppError('nothing-to-undo', `${path} holds no block of lessons`, { hint: 'nothing was changed' })
  if (found.kind === 'edited' && !isForced) throw editedError(path)
  return changeOf(file, takeBlock(file.text), found.kind === 'ours' ? found.lines.map(({ id }) => id) : [])
}

/** Lessons that a colleague would write down: true, for any task, and said nowhere else. Rules only with a yes to their own line. */
const chosenLines = (lessons: readonly StandingLesson[], before: readonly BlockLine[]): BlockLine[] => {
  const isHere = (id: string): boolean => before.some((line) => line.id === id)
  const fitting = lessons.filter(({ lesson, state }) => {
    if (lesson.scope.repository === null || !concernsAnyTask(lesson)) return false
    // A line of this very block makes the lesson a told one.
    if (state === 'written') return isHere(lesson.id)
    return lesson.told === null && (state === 'active' || (state === 'candidate' && lesson.kind !== 'rule'))
  })
  const items = fitting.map(({ lesson }) => ({ id: lesson.id, clause: clauseOf(lesson) }))
  return withinTokens(items, { maxTokens: START_TOKENS, sessions: 0 }).map(({ id, clause }) => ({
    id,
    text: (lastingLines([clause])[0] ?? '').replace(/^- /, ''),
  }))
}

const MODE = 0o644

const readInstructions = (path: string): SettingsFile => {
  if (!/\.mdc?$/i.test(path))
    throw new AppError('usage', `${path} is no file of instructions`, { hint: 'as in CLAUDE.md or AGENTS.md' })
  const file = readSettings(path)
  return file.bytes === undefined ? { ...file, mode: MODE } : file
}

const changeOf = (file: SettingsFile, after: string | undefined, ids: string[]): FileChange => ({
  diff: unifiedDiff(file.text, after, file.path),
  ids,
  write: () => {
    requireWritable(file)
    if (after === undefined) removeSettings(file)
    else writeSettings(file, after)
  },
})

const editedError = (path: string): AppError =>
  new AppError('block-edited', `the block of lessons in ${path} was changed by hand and was left alone`, {
    hint: 'nothing was changed; --force replaces what stands between the two comments',
  })

const brokenError = (path: string, line: number): AppError =>
  new AppError('block-edited', `${path} line ${line}: a comment of the block of lessons is missing or there twice`, {
    hint: 'nothing was changed; delete what is left of the block by hand',
  })
