import { lstat } from 'node:fs/promises'
import { defineTool, refuse } from '../define-tool.ts'
import { permitPath } from '../fence/fence.ts'
import { isMissing, replaceFile } from '../fence/open-file.ts'
import type { Tool, ToolAnswer, ToolContext } from '../tool.ts'
import type { FileMemory } from './file-memory.ts'
import { patchFiles } from './patch-files.ts'
import { replaceText } from './replace-text.ts'
import { encodeText, loadText } from './text-file.ts'
import { shownDiff } from './shown-diff.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    mode: {
      type: 'string',
      description: 'replace: one text in one file. patch: a patch of one or several files',
      enum: ['replace', 'patch'],
      default: 'replace',
    },
    path: { type: 'string', description: 'replace: the file to change' },
    old_string: { type: 'string', description: 'replace: text of the file, with enough lines around it to be unique' },
    new_string: { type: 'string', description: 'replace: what takes its place; empty to leave it out' },
    replace_all: { type: 'boolean', description: 'replace: every place, not only one', default: false },
    patch: {
      type: 'string',
      description:
        'patch: *** Begin Patch, then for each file *** Update File: PATH (lines @@ context, then " " kept, "-" removed, "+" added), *** Add File: PATH ("+" lines) or *** Delete File: PATH, then *** End Patch',
    },
  },
} as const

/**
 * Changes files: replaces one text by another, or applies a patch of several files. A change that does not fit exactly
 * one place changes nothing; several files change all together or not at all. Answers with the diff.
 */
export const createPatch = (memory: FileMemory): Tool =>
  defineTool({
    name: 'patch',
    description:
      'Changes a part of a file: old_string is replaced by new_string. old_string must be unique in the file unless replace_all is set; blanks may differ. mode=patch changes several files at once. Answers with a diff.',
    parameters: PARAMETERS,
    async run(values, context) {
      if (values.mode === 'patch') {
        if (values.patch === undefined) return refuse('Invalid arguments for patch: mode=patch needs patch')
        return patchFiles(values.patch, { memory, context })
      }
      const { path, old_string: oldText, new_string: newText } = values
      const missing = Object.entries({ path, old_string: oldText, new_string: newText }).filter(
        ([, value]) => value === undefined,
      )
      if (path === undefined || oldText === undefined || newText === undefined) {
        const names = missing.map(([name]) => name).join(', ')
        return refuse(
          `Invalid arguments for patch: mode=replace needs path, old_string and new_string; missing: ${names}`,
        )
      }
      return replaceIn({ path, oldText, newText, all: values.replace_all }, { memory, context })
    },
  })

const replaceIn = async (
  { path: named, oldText, newText, all }: { path: string; oldText: string; newText: string; all: boolean },
  { memory, context }: { memory: FileMemory; context: ToolContext },
): Promise<ToolAnswer> => {
  const permitted = await permitPath(named, context, { tool: 'patch', use: 'write', verb: 'change' })
  if (!permitted.isPermitted) return permitted.answer
  const { path, shown } = permitted
  return memory.alone(async () => {
    const file = await loadText(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (file === undefined) return refuse(`File not found: ${shown}. To make a file use write_file`)
    if ('unreadable' in file) return refuse(`Cannot change ${shown}: ${file.unreadable}`)
    const replaced = replaceText(file.text, { oldText, newText, all })
    if ('problem' in replaced) return refuse(`${replaced.problem} (${shown})`)
    await replaceFile(path, encodeText(replaced.text, file), { expected: file.stats })
    memory.saw(context.session.id, path, await lstat(path))
    const { count, note } = replaced
    const head = `Updated ${shown} (${count} replacement${count === 1 ? '' : 's'}${note === undefined ? '' : `; ${note}`})`
    return { text: `${head}\n${shownDiff(file.text, replaced.text, { file: shown })}` }
  })
}
