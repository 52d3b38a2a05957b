import { AppError } from '../lib/error.ts'
import type { Tool } from './tool.ts'
import { createExecuteCode, type CodePlace } from './tools/execute-code.ts'
import { createFileMemory } from './tools/file-memory.ts'
import { createPatch } from './tools/patch.ts'
import { createReadFile } from './tools/read-file.ts'
import { createSearchFiles } from './tools/search-files.ts'
import { createWriteFile } from './tools/write-file.ts'
import { sessionSearch } from './tools/session-search.ts'

/** Names under which several tools are chosen at once. */
export const TOOLSETS: Readonly<Record<string, readonly string[]>> = {
  file: ['read_file', 'write_file', 'patch', 'search_files'],
  read: ['read_file', 'search_files'],
  terminal: ['terminal', 'process'],
  code: ['execute_code'],
  sessions: ['session_search', 'warm_session'],
}

/**
 * The tools of an agent in the order in which a model sees them: those of files, then what was handed in (terminal, process,
 * warm_session). One call for one agent: what it has read of files is remembered with them.
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
 * Those tools that `--tools` names: tools, sets, `all` or `none`, separated by commas. All where nothing is named. A name that
 * is none is refused with the list; a set stands for those of its tools that there are.
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
  // A tool may bear the name of a set: then both are meant, and terminal without process is of little use.
  Object.hasOwn(TOOLSETS, name) ? TOOLSETS[name] : undefined

const unknownTool = (name: string, known: ReadonlySet<string>): AppError =>
  new AppError('unknown-tool', `there is no tool or set of tools called ${name}`, {
    hint: `tools: ${[...known].join(', ')}; sets: ${Object.keys(TOOLSETS).join(', ')}, all, none`,
  })
