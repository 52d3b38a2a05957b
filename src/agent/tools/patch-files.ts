import { lstat } from 'node:fs/promises'
import { messageOf } from '../../lib/error.ts'
import { refuse } from '../define-tool.ts'
import { permitPath } from '../fence/fence.ts'
import { isMissing, removeFile, replaceFile } from '../fence/open-file.ts'
import type { ToolAnswer, ToolContext } from '../tool.ts'
import { applyHunks } from './apply-hunks.ts'
import type { FileMemory } from './file-memory.ts'
import { type FilePatch, parsePatch } from './patch-format.ts'
import { encodeText, loadText, type TextFile } from './text-file.ts'
import { unifiedDiff } from './unified-diff.ts'

interface Parts {
  memory: FileMemory
  context: ToolContext
}

/** Changes all files of a patch or none: everything is worked out, and asked for, before the first one is written. */
export const patchFiles = async (patch: string, parts: Parts): Promise<ToolAnswer> => {
  const files = parsePatch(patch)
  if ('problem' in files) return refuse(files.problem)
  if (files.length > MAX_FILES) return refuse(`Invalid patch: it changes ${files.length} files, more than ${MAX_FILES}`)
  const changes: Change[] = []
  for (const file of files) {
    const planned = await plan(file, parts.context)
    if (!Array.isArray(planned)) return planned
    for (const change of planned) {
      if (changes.some(({ path }) => path === change.path))
        return refuse(`Invalid patch: it names ${change.shown} twice; put all hunks of a file together`)
    }
    changes.push(...planned)
  }
  await write(changes)
  const { memory, context } = parts
  for (const { path, after } of changes)
    if (after !== undefined) memory.saw(context.session.id, path, await lstat(path))
  return { text: `Updated ${changes.map(({ shown }) => shown).join(', ')}\n${diffOf(changes)}` }
}

const MAX_FILES = 100
const MAX_DIFF_CHARS = 20_000

interface Change {
  path: string
  shown: string
  before: TextFile | undefined
  /** Undefined: the file goes. */
  after: string | undefined
}

const plan = async (file: FilePatch, context: ToolContext): Promise<Change[] | ToolAnswer> => {
  const target = await locate(file.path, file.kind === 'delete' ? 'delete' : 'change', context)
  if (!('path' in target)) return target
  const { path, shown } = target
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
  if (file.kind === 'delete') {
    const what = `delete ${path}`
    if (!(await context.approve({ tool: 'patch', what, reason: 'destructive' })))
      return refuse(`Permission to ${what} was denied: it destroys a file. Do without it, or ask the user.`)
    return [{ path, shown, before, after: undefined }]
  }
  const applied = applyHunks(before.text, file.hunks)
  if ('problem' in applied) return refuse(`Could not patch ${shown}: ${applied.problem}. No file was changed`)
  if (file.moveTo === undefined) return [{ path, shown, before, after: applied.text }]
  const moved = await locate(file.moveTo, 'write', context)
  if (!('path' in moved)) return moved
  if ((await lstat(moved.path).catch(() => undefined)) !== undefined)
    return refuse(`File is there already: ${moved.shown}. Move to another name`)
  return [
    {
      path: moved.path,
      shown: moved.shown,
      before: undefined,
      after: encodeText(applied.text, before).toString('utf8'),
    },
    { path, shown, before, after: undefined },
  ]
}

const locate = async (
  named: string,
  verb: string,
  context: ToolContext,
): Promise<{ path: string; shown: string } | ToolAnswer> => {
  const permitted = await permitPath(named, context, { tool: 'patch', use: 'write', verb })
  return permitted.isPermitted ? permitted : permitted.answer
}

/** A disk that fills up half-way: what was written is taken back, as far as it can be. */
const write = async (changes: readonly Change[]): Promise<void> => {
  const done: Change[] = []
  try {
    for (const change of changes) {
      const { path, before, after } = change
      if (after === undefined) await removeFile(path)
      else await replaceFile(path, encodeText(after, before ?? { hasMark: false }))
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
    .map(({ shown, before, after }) =>
      unifiedDiff(before?.text ?? '', after ?? '', {
        from: before === undefined ? '/dev/null' : `a/${shown}`,
        to: after === undefined ? '/dev/null' : `b/${shown}`,
        limit,
      }),
    )
    .filter((diff) => diff !== '')
    .join('\n')
}
