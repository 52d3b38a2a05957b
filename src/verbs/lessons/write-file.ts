import { needsOwnYes } from '../../lesson/state.ts'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../lib/error.ts'
import { unifiedDiff } from '../../lib/unified-diff.ts'
import {
  readSettings,
  removeSettings,
  requireWritable,
  type SettingsFile,
  writeSettings,
} from '../../interfaces/hooks/settings-file.ts'
import { type BlockLine, editedLines, findBlock, mergeLines, putBlock, takeBlock } from '../../lesson/block.ts'
import { lastingLines, withinTokens } from '../../lesson/lines.ts'
import { concernsAnyTask } from '../../lesson/select.ts'
import { writeClause } from '../../lesson/text.ts'
import type { Lesson } from '../../schema/lesson.ts'
import type { StandingLesson } from './ready-operation.ts'
import { START_TOKENS } from '../../schema/ready.ts'

/** A planned change of an instruction file. */
export interface FileChange {
  diff: string
  /** Ids of the lessons that the block holds after the change; for an undo, those that it held before. */
  ids: string[]
  /** Makes the change. Fails if the file is read-only or was changed since it was read. */
  write(): void
}

interface WriteOptions {
  /** Writes even if a person has edited the block. Lines about no lesson of this store stay. */
  isForced: boolean
  /** Adds only this lesson, and leaves all other lines as they are. */
  only?: Lesson
}

/**
 * Plans to write lessons into the managed block of a file. Fails if a person has edited the block, unless `isForced`.
 */
export const planWrite = (
  path: string,
  lessons: readonly StandingLesson[],
  { isForced, only }: WriteOptions,
): FileChange => {
  const file = readInstructions(path)
  const before = linesBefore(file, lessons, isForced)
  const known = new Set(lessons.map(({ lesson }) => lesson.id))
  const lines =
    only === undefined
      ? mergeLines(before, chosenLines(lessons, before), (id) => known.has(id))
      : mergeLines(before, [lineOf(only)], () => false)
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

/** The lines that the block of a file holds now. */
const linesBefore = (file: SettingsFile, lessons: readonly StandingLesson[], isForced: boolean): BlockLine[] => {
  const found = findBlock(file.text ?? '')
  if (found.kind === 'broken') throw brokenError(file.path, found.line)
  if (found.kind === 'none') return []
  if (found.kind === 'ours') return found.lines
  if (!isForced) throw editedError(file.path)
  return editedLines(
    found,
    lessons.map(({ lesson }) => lineOf(lesson)),
  )
}

/** Plans to remove one lesson from the block of a file; the last lesson takes the block with it. */
export const planRemove = (path: string, id: string): FileChange => {
  const file = readInstructions(path)
  const lines = linesBefore(file, [], false)
  const left = lines.filter((line) => line.id !== id)
  if (left.length === lines.length || file.text === undefined) throw nothingToUndo(path)
  return changeOf(file, left.length === 0 ? takeBlock(file.text) : putBlock(file.text, left), [id])
}

/** Plans to remove the managed block, so that the file is as it was before. */
export const planUndo = (path: string, { isForced }: { isForced: boolean }): FileChange => {
  const file = readInstructions(path)
  const found = findBlock(file.text ?? '')
  if (found.kind === 'broken') throw brokenError(path, found.line)
  if (found.kind === 'none' || file.text === undefined) throw nothingToUndo(path)
  if (found.kind === 'edited' && !isForced) throw editedError(path)
  return changeOf(file, takeBlock(file.text), found.kind === 'ours' ? found.lines.map(({ id }) => id) : found.ids)
}

const nothingToUndo = (path: string): AppError =>
  new AppError('nothing-to-undo', `${path} holds no block of lessons`, { hint: 'nothing was changed' })

/**
 * Chooses lessons that a colleague would write down: true, for any task, and told nowhere else. Rules and lessons from
 * packs need a yes of their own.
 */
const chosenLines = (lessons: readonly StandingLesson[], before: readonly BlockLine[]): BlockLine[] => {
  const isHere = (id: string): boolean => before.some((line) => line.id === id)
  const fitting = lessons.filter(({ lesson, state }) => {
    if (lesson.scope.repository === null || !concernsAnyTask(lesson)) return false
    // A line of this block itself makes its lesson a told one, also if another machine or person wrote the line.
    if (isHere(lesson.id)) return state !== 'refused' && state !== 'stale'
    return lesson.told === null && (state === 'active' || (state === 'candidate' && !needsOwnYes(lesson)))
  })
  // Lines that are already there come first: a new lesson must not push out another one.
  const ordered = [
    ...fitting.filter(({ lesson }) => isHere(lesson.id)),
    ...fitting.filter(({ lesson }) => !isHere(lesson.id)),
  ]
  const items = ordered.map(({ lesson }) => ({ lesson, clause: writeClause(lesson) }))
  return withinTokens(items, { maxTokens: START_TOKENS, sessions: 0 }).map(({ lesson }) => lineOf(lesson))
}

/** The line of a lesson in a file. It has no counts, so it changes only when the lesson does. */
const lineOf = (lesson: Lesson): BlockLine => ({
  id: lesson.id,
  text: (lastingLines([writeClause(lesson)])[0] ?? '').replace(/^- /, ''),
})

const MODE = 0o644

const readInstructions = (path: string): SettingsFile => {
  if (!/\.mdc?$/i.test(path))
    throw new AppError('usage', `${path} is no file of instructions`, { hint: 'as in CLAUDE.md or AGENTS.md' })
  if (!existsSync(dirname(path)))
    throw new AppError('no-such-directory', `there is no directory ${dirname(path)}`, {
      hint: 'nothing was changed; if the project has moved, name the file where it is now',
    })
  const file = readSettings(path)
  return file.bytes === undefined ? { ...file, mode: MODE } : file
}

const changeOf = (file: SettingsFile, after: string | undefined, ids: string[]): FileChange => ({
  diff: unifiedDiff(file.text, after, { from: file.path }),
  ids,
  write: () => {
    requireWritable(file)
    if (after === undefined) removeSettings(file)
    else writeSettings(file, after)
  },
})

const editedError = (path: string): AppError =>
  new AppError('block-edited', `the block of lessons in ${path} was changed by hand and was left alone`, {
    hint: 'nothing was changed; --force renews our lines in it and keeps the others',
  })

const brokenError = (path: string, line: number): AppError =>
  new AppError('block-edited', `${path} line ${line}: a comment of the block of lessons is missing or there twice`, {
    hint: 'nothing was changed; delete what is left of the block by hand',
  })
