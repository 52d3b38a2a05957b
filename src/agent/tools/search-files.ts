import { lstat } from 'node:fs/promises'
import { defineTool, refuse } from '../define-tool.ts'
import { delicate, placesOf } from '../fence/delicate.ts'
import { permitPath, shownPath } from '../fence/fence.ts'
import { isWithin } from '../fence/resolve-path.ts'
import { runSearch, type SearchOutcome } from '../search/run-search.ts'
import type { FileFound, SearchReport } from '../search/search.ts'
import type { Tool, ToolAnswer } from '../tool.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    pattern: {
      type: 'string',
      description:
        'content: a regular expression (JavaScript), held against each line; (?i) first to ignore case. files: a glob such as *.ts or a part of a name',
      maxLength: 2_000,
    },
    target: {
      type: 'string',
      description: 'Look into files, or for files',
      enum: ['content', 'files'],
      default: 'content',
    },
    path: { type: 'string', description: 'Directory or file to look in', default: '.' },
    file_glob: { type: 'string', description: 'Only files that fit, such as *.{ts,tsx} or src/**/*.py' },
    limit: { type: 'integer', description: 'Matches at most', default: 50, minimum: 1, maximum: 500 },
    offset: { type: 'integer', description: 'Matches to leave out first', default: 0, minimum: 0, maximum: 10_000 },
    output_mode: {
      type: 'string',
      description: 'content: lines. files_only: names of files. count: matches a file',
      enum: ['content', 'files_only', 'count'],
      default: 'content',
    },
    context: { type: 'integer', description: 'Lines before and after each match', default: 0, minimum: 0, maximum: 20 },
  },
  required: ['pattern'],
} as const

/**
 * Searches contents or names of files. It leaves out what .gitignore names, binary files, links, and files that may
 * hold secrets. Results are in the order of the paths, the same every time.
 */
export const createSearchFiles = ({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}): Tool =>
  defineTool({
    name: 'search_files',
    description:
      'Searches the contents of files with a regular expression, or finds files by name (target=files). Respects .gitignore. Use this instead of grep, rg, find or ls.',
    parameters: PARAMETERS,
    async run(values, context) {
      const { pattern, target, limit, offset, output_mode: mode } = values
      const permitted = await permitPath(values.path, context, { tool: 'search_files', use: 'read', verb: 'search' })
      if (!permitted.isPermitted) return permitted.answer
      const { path: root, shown, cwd } = permitted
      const stats = await lstat(root).catch(() => undefined)
      if (stats === undefined) return refuse(`Path does not exist: ${shown}`)
      if (!stats.isDirectory() && !stats.isFile()) return refuse(`Path is not a file or directory: ${shown}`)
      const places = await placesOf(context.app, cwd)
      const isLine = target === 'content' && mode === 'content'
      const outcome = await runSearch(
        {
          root,
          base: isWithin(root, cwd) && stats.isDirectory() ? cwd : root,
          target,
          pattern,
          fileGlob: values.file_glob,
          contextLines: isLine ? values.context : 0,
          // Counting goes through all files, because a count of a part is useless.
          most: isLine || target === 'files' ? offset + limit + 1 : MAX_COUNTED,
          mostAFile: isLine ? offset + limit + 1 : 0,
          // If a person allowed a place that holds secrets, the secrets are what the search is for.
          withhold: delicate(root, places, 'read') === undefined ? places : undefined,
        },
        { deadlineMs, signal: context.signal },
      )
      context.signal.throwIfAborted()
      return answerOf(outcome, { pattern, target, mode, offset, limit, cwd, deadlineMs })
    },
  })

const DEADLINE_MS = 15_000
const MAX_COUNTED = 100_000
const MAX_ANSWER_CHARS = 60_000

interface Asked {
  pattern: string
  target: 'content' | 'files'
  mode: 'content' | 'files_only' | 'count'
  offset: number
  limit: number
  cwd: string
  deadlineMs: number
}

const answerOf = (outcome: SearchOutcome, asked: Asked): ToolAnswer => {
  const { found, report, problem } = outcome
  if (problem?.isPattern === true) return refuse(`regex parse error: ${problem.message}`)
  if (problem !== undefined && found.length === 0)
    return refuse(`Search path could not be searched: ${problem.message}`)
  const isStopped = report === undefined
  if (isStopped && found.length === 0) {
    const seconds = asked.deadlineMs / 1_000
    return refuse(`Search timed out after ${seconds} s. Look in fewer files, or use a simpler pattern`)
  }
  const notes = notesOf(report)
  if (isStopped) notes.push('the search was stopped at its time limit, so there may be more')
  const units = unitsOf(found, asked)
  if (units.length === 0) return { text: ['No matches.', ...notes.map((note) => `[${note}]`)].join('\n') }
  const page = units.slice(asked.offset, asked.offset + asked.limit)
  if (page.length === 0) return { text: `No matches beyond offset ${asked.offset}: there are ${units.length}.` }
  const { text, shown } = fill(page)
  const hasMore = units.length > asked.offset + shown
  if (hasMore) notes.push(`more follow; go on with offset=${asked.offset + shown}`)
  return { text: [headOf(units.length, hasMore, asked), text, ...notes.map((note) => `[${note}]`)].join('\n') }
}

const headOf = (units: number, hasMore: boolean, { target, mode, offset }: Asked): string => {
  const isLine = target === 'content' && mode === 'content'
  const noun = isLine ? 'matching line' : target === 'files' ? 'file' : 'file with matches'
  const plural = noun.replace(/^(matching line|file)/, '$1s')
  return hasMore || offset > 0 ? `Found ${plural}:` : `Found ${units} ${units === 1 ? noun : plural}:`
}

/** The units that limit and offset count: matching lines, or files. */
const unitsOf = (found: readonly FileFound[], { target, mode, cwd }: Asked): string[] =>
  found.flatMap((file) => {
    const name = shownPath(file.path, cwd)
    if (target === 'files' || mode === 'files_only') return [name]
    return mode === 'count' ? [`${name}: ${file.count}`] : linesOf(name, file)
  })

/** Each matching line with the lines before it; lines after the last match belong to that match. */
const linesOf = (name: string, { lines }: FileFound): string[] => {
  const units: string[] = []
  let waiting: string[] = []
  let last = 0
  for (const { number, text, isMatch } of lines) {
    if (last > 0 && number > last + 1 && lines.length > 1 && waiting.length > 0) {
      units.push([units.pop() ?? '', ...waiting].join('\n'))
      waiting = []
    }
    waiting.push(`${name}${isMatch ? ':' : '-'}${number}${isMatch ? ':' : '-'}${text}`)
    last = number
    if (!isMatch) continue
    units.push(waiting.join('\n'))
    waiting = []
  }
  if (waiting.length > 0) units.push([units.pop() ?? '', ...waiting].join('\n'))
  return units
}

const fill = (page: readonly string[]): { text: string; shown: number } => {
  let chars = 0
  const fitting = page.findIndex((unit) => (chars += unit.length + 1) > MAX_ANSWER_CHARS)
  const shown = fitting < 0 ? page.length : Math.max(1, fitting)
  return { text: page.slice(0, shown).join('\n').slice(0, MAX_ANSWER_CHARS), shown }
}

const notesOf = (report: SearchReport | undefined): string[] => {
  if (report === undefined) return []
  const notes: string[] = []
  if (report.withheld > 0) notes.push(`left out: ${report.withheld} that may hold secrets`)
  if (report.tooLarge > 0) notes.push(`left out: ${report.tooLarge} over 20 MB`)
  if (report.unreadable > 0) notes.push(`left out: ${report.unreadable} that could not be read`)
  if (report.isCut) notes.push('there are more files than a search goes through; look in a part of them')
  return notes
}
