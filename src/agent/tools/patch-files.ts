import { lstat } from 'node:fs/promises'
import { messageOf } from '../../lib/error.ts'
import { refuse } from '../define-tool.ts'
import { permitPath, printable } from '../fence/fence.ts'
import { isMissing, removeFile, replaceFile } from '../fence/open-file.ts'
import type { ToolAnswer, ToolContext } from '../tool.ts'
import { applyHunks } from './apply-hunks.ts'
import type { FileMemory } from './file-memory.ts'
import { type FilePatch, parsePatch } from './patch-format.ts'
import { encodeText, loadText, type TextFile } from './text-file.ts'
import { shownDiff } from './shown-diff.ts'

interface Parts {
  memory: FileMemory
  context: ToolContext
}

/**
 * Changes all files of a patch or none: all permissions and all new contents are there before the first file is
 * written.
 */
export const patchFiles = async (patch: string, { memory, context }: Parts): Promise<ToolAnswer> => {
  const files = parsePatch(patch)
  if ('problem' in files) return refuse(files.problem)
  if (files.length > MAX_FILES) return refuse(`Invalid patch: it changes ${files.length} files, more than ${MAX_FILES}`)
  const located: LocatedPatch[] = []
  for (const file of files) {
    const found = await locate(file, context)
    if (!('target' in found)) return found
    located.push(found)
  }
  const twice = twiceIn(located)
  if (twice !== undefined) return refuse(`Invalid patch: it names ${twice} twice; put all hunks of a file together`)
  // A patch that does not fit is refused before the user is asked.
  const fitting = await planAll(located)
  if (!Array.isArray(fitting)) return fitting
  return (await refusedDeletion(located, context)) ?? memory.alone(() => change(located, { memory, context }))
}

const change = async (located: readonly LocatedPatch[], { memory, context }: Parts): Promise<ToolAnswer> => {
  const changes = await planAll(located)
  if (!Array.isArray(changes)) return changes
  await write(changes)
  for (const { path, after } of changes)
    if (after !== undefined) memory.saw(context.session.id, path, await lstat(path))
  return { text: `Updated ${changes.map(({ shown }) => shown).join(', ')}\n${diffOf(changes)}` }
}

const refusedDeletion = async (
  located: readonly LocatedPatch[],
  context: ToolContext,
): Promise<ToolAnswer | undefined> => {
  for (const { file, target } of located) {
    const what = `delete ${printable(target.path)}`
    if (file.kind === 'delete' && !(await context.approve({ tool: 'patch', what, reason: 'destructive' })))
      return refuse(`Permission to ${what} was denied: it destroys a file. Do without it, or ask the user.`)
  }
  return undefined
}

const planAll = async (located: readonly LocatedPatch[]): Promise<Change[] | ToolAnswer> => {
  const changes: Change[] = []
  for (const one of located) {
    const planned = await plan(one)
    if (!Array.isArray(planned)) return planned
    changes.push(...planned)
  }
  return changes
}

const MAX_FILES = 100
const MAX_DIFF_CHARS = 20_000

interface Change {
  path: string
  shown: string
  before: TextFile | undefined
  /** Undefined: the file is deleted. */
  after: string | undefined
}

interface Target {
  path: string
  shown: string
}

interface LocatedPatch {
  file: FilePatch
  target: Target
  moved: Target | undefined
}

const twiceIn = (located: readonly LocatedPatch[]): string | undefined => {
  const seen = new Set<string>()
  for (const { path, shown } of located.flatMap(({ target, moved }) => [
    target,
    ...(moved === undefined ? [] : [moved]),
  ])) {
    if (seen.has(path)) return shown
    seen.add(path)
  }
  return undefined
}

/** The location of a file of the patch, after a person's permission if one is needed. */
const locate = async (file: FilePatch, context: ToolContext): Promise<LocatedPatch | ToolAnswer> => {
  const asks = { tool: 'patch', use: 'write' } as const
  const verb = file.kind === 'delete' ? 'delete' : 'change'
  const target = await permitPath(file.path, context, { ...asks, verb })
  if (!target.isPermitted) return target.answer
  if (file.kind !== 'update' || file.moveTo === undefined) return { file, target, moved: undefined }
  const moved = await permitPath(file.moveTo, context, { ...asks, verb: 'write' })
  return moved.isPermitted ? { file, target, moved } : moved.answer
}

const plan = async ({ file, target: { path, shown }, moved }: LocatedPatch): Promise<Change[] | ToolAnswer> => {
  const before = await loadText(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (before !== undefined && 'unreadable' in before) return refuse(`Cannot change ${shown}: ${before.unreadable}`)
  if (file.kind === 'add') {
    if (before !== undefined)
      return refuse(`File is there already: ${shown}. Update it, or write it anew with write_file`)
    return [{ path, shown, before, after: file.content }]
  }
  if (before === undefined) return refuse(`File not found: ${shown}`)
  if (file.kind === 'delete') return [{ path, shown, before, after: undefined }]
  const applied = applyHunks(before.text, file.hunks)
  if ('problem' in applied) return refuse(`Could not patch ${shown}: ${applied.problem}. No file was changed`)
  if (moved === undefined) return [{ path, shown, before, after: applied.text }]
  if ((await lstat(moved.path).catch(() => undefined)) !== undefined)
    return refuse(`File is there already: ${moved.shown}. Move to another name`)
  const contents = encodeText(applied.text, before).toString('utf8')
  return [
    { ...moved, before: undefined, after: contents },
    { path, shown, before, after: undefined },
  ]
}

/** If a write fails half-way, for example on a full disk, the files written before are restored as far as possible. */
const write = async (changes: readonly Change[]): Promise<void> => {
  const done: Change[] = []
  try {
    for (const change of changes) {
      const { path, before, after } = change
      if (after === undefined) await removeFile(path)
      else await replaceFile(path, encodeText(after, before ?? { hasMark: false }), { expected: before?.stats })
      done.push(change)
    }
  } catch (error) {
    const left: string[] = []
    for (const { path, shown, before } of done.toReversed()) {
      try {
        if (before === undefined) await removeFile(path)
        else await replaceFile(path, before.bytes)
      } catch {
        left.push(shown)
      }
    }
    const rest = left.length === 0 ? 'No file was changed' : `Changed and not taken back: ${left.join(', ')}`
    throw new Error(`Failed to write the patch: ${messageOf(error)}. ${rest}`, { cause: error })
  }
}

const diffOf = (changes: readonly Change[]): string => {
  const limit = Math.max(1_000, Math.floor(MAX_DIFF_CHARS / changes.length))
  return changes
    .map(({ shown, before, after }) => shownDiff(before?.text, after, { file: shown, limit }))
    .filter((diff) => diff !== '')
    .join('\n')
}
