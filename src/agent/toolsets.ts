import { AppError } from '../lib/error.ts'
import type { Tool } from './tool.ts'
import { createExecuteCode, type CodePlace } from './tools/execute-code.ts'
import { createFileMemory } from './tools/file-memory.ts'
import { createPatch } from './tools/patch.ts'
import { createReadFile } from './tools/read-file.ts'
import { createSearchFiles } from './tools/search-files.ts'
import { createWriteFile } from './tools/write-file.ts'
import { sessionSearch } from './tools/session-search.ts'

/** Names that select several tools at once. */
export const TOOLSETS: Readonly<Record<string, readonly string[]>> = {
  file: ['read_file', 'write_file', 'patch', 'search_files'],
  read: ['read_file', 'search_files'],
  terminal: ['terminal', 'process'],
  code: ['execute_code'],
  sessions: ['session_search', 'warm_session'],
}

/**
 * Makes the tools of an agent, in the order in which a model sees them: file tools, then those of the caller
 * (terminal, process, warm_session). Call it once per agent: the tools share the memory of the files they have read.
 */
export const createTools = ({ code, more = [] }: { code?: CodePlace | undefined; more?: readonly Tool[] }): Tool[] => {
  const memory = createFileMemory()
  return [
    createReadFile(memory),
    createWriteFile(memory),
    createPatch(memory),
    createSearchFiles(),
    ...(code === undefined ? [] : [createExecuteCode(code)]),
    sessionSearch,
    ...more,
  ]
}

/**
 * Selects the tools that `--tools` names: tools, sets, `all` or `none`, separated by commas; all if nothing is named.
 * An unknown name is refused with the list; a set stands for those of its tools that exist.
 */
export const chooseTools = (tools: readonly Tool[], wanted: string | undefined): Tool[] => {
  const names = (wanted ?? 'all')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  const known = new Set(tools.map(({ name }) => name))
  const chosen = new Set<string>()
  for (const name of names) {
    const set = name === 'all' ? [...known] : name === 'none' ? [] : (setNamed(name) ?? [name])
    const there = set.filter((one) => known.has(one))
    if (there.length === 0 && name !== 'none' && name !== 'all') throw unknownTool(name, known)
    for (const one of there) chosen.add(one)
  }
  return tools.filter(({ name }) => chosen.has(name))
}

const setNamed = (name: string): readonly string[] | undefined =>
  // If a tool has the name of a set, the set is meant: terminal without process is of little use.
  Object.hasOwn(TOOLSETS, name) ? TOOLSETS[name] : undefined

const unknownTool = (name: string, known: ReadonlySet<string>): AppError =>
  new AppError('unknown-tool', `there is no tool or set of tools called ${name}`, {
    hint: `tools: ${[...known].join(', ')}; sets: ${Object.keys(TOOLSETS).join(', ')}, all, none`,
  })
