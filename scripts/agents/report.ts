import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, TOPICS, type Topic } from './checks.ts'
import { toldTitle } from './delivery.ts'
import type { HookRuns, Played } from './play.ts'
import { PARTNERS } from './registry.ts'
import { f1Of, type TextRung } from './text-rung.ts'
import { ROOT } from './workplace.ts'

/** What a whole run found. */
export interface Results {
  played: Played[]
  /** Agents that were not played, and why. */
  left: { title: string; reason: string }[]
  textRungs: TextRung[]
  hasNamespace: boolean
}

const PAGE = join(ROOT, 'docs', 'tried-with-real-agents.md')
const [BEGIN, END] = ['<!-- results -->', '<!-- end of results -->']

/** The results in lines for a terminal. */
export const resultLines = ({ played, left, textRungs }: Results): string[] => [
  ...played.flatMap(({ title, version, checks, hooks }) => {
    const failed = checks.filter(({ isOk }) => !isOk)
    return [
      `${title} ${version}: ${heldOf(checks)} hold${hooks === undefined ? '' : `; hooks ${hooksText(hooks)}`}`,
      ...failed.flatMap(({ what, detail }) => [`  not so: ${what}`, `    ${detail}`]),
    ]
  }),
  ...left.map(({ title, reason }) => `${title}: not played, ${reason}`),
  ...textRungs.flatMap((rung) => [rungText(rung), ...rung.mistakes.map((mistake) => `  ${mistake}`)]),
]

/** Writes the results into the page of the documentation, between its marks. */
export const writePage = (results: Results, today: string): void =>
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), results, today))

/** A page with these results. Agents that were not played keep the rows that the page has of them, with their day. */
export const pageWith = (page: string, results: Results, today: string): string => {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('the page has no place for results')
  const before = page.slice(begin + BEGIN.length, end).split('\n')
  const lines = [...tableOf(results, { before, today }), ...leftOf(results, before), ...rungsOf(results, before)]
  return `${page.slice(0, begin)}${BEGIN}\n\n${lines.join('\n')}\n\n${page.slice(end)}`
}

const TITLES: Record<Topic, string> = {
  calls: 'calls as played',
  session: 'tokens, model, project, no issue',
  lessons: 'lessons',
  given: 'templates',
  mcp: 'MCP',
  undo: 'undo to the byte',
  experiment: 'as a runner',
}

const HEADER = ['agent', 'version', ...TOPICS.map((topic) => TITLES[topic]), 'hooks', 'played on']

const tableOf = (
  { played, hasNamespace }: Results,
  { before, today }: { before: string[]; today: string },
): string[] => {
  const rows = new Map(rowsIn(before).map((row) => [titleOf(row), row]))
  const day = hasNamespace ? today : `${today}, on the loopback of a machine`
  for (const { title, version, checks, hooks } of played) {
    const cells = TOPICS.map((topic) => heldOf(checks.filter((one) => one.topic === topic)))
    rows.set(title, rowOf([title, version, ...cells, hooks === undefined ? '' : hooksText(hooks), day]))
  }
  const inOrder = [...rows.values()].toSorted((one, other) => placeOf(titleOf(one)) - placeOf(titleOf(other)))
  return [
    'Each row names the day on which its agent was played last, where nothing else is said in a network of its own with nothing but loopback.',
    '',
    rowOf(HEADER),
    `|${HEADER.map(() => '---|').join('')}`,
    ...inOrder,
  ]
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const titleOf = (row: string): string => row.split(' | ')[0]?.replace('| ', '') ?? ''

/** The rows below the head of a table. */
const rowsIn = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('| ')).slice(1)

/** Whole plays first, then what sessions were told, each in the order of the agents. */
const placeOf = (title: string): number => {
  const titles = PARTNERS.flatMap(({ modes }) => modes)
  const all = [...titles.map((mode) => mode.title), ...titles.map(toldTitle)]
  return all.includes(title) ? all.indexOf(title) : all.length
}

/** Only agents that the page says nothing else of. */
const leftOf = ({ left }: Results, before: readonly string[]): string[] => {
  const known = new Set(rowsIn(before).map(titleOf))
  const lines = left.filter(({ title }) => !known.has(title))
  return lines.length === 0 ? [] : ['', ...lines.map(({ title, reason }) => `Not played: ${title}, because ${reason}.`)]
}

/** Where none was measured, what the page says of it stays. */
const rungsOf = ({ textRungs }: Results, before: readonly string[]): string[] => {
  if (textRungs.length > 0)
    return textRungs.flatMap((rung) => ['', rungText(rung), '', ...rung.mistakes.map((mistake) => `- ${mistake}`)])
  const start = before.findIndex((line) => line.startsWith(RUNG_OPENING))
  return start < 0 ? [] : ['', ...before.slice(start).join('\n').trimEnd().split('\n')]
}

const hooksText = ({ late, runs }: HookRuns): string => (runs === 0 ? 'none ran' : `too late: ${late} of ${runs}`)

const heldOf = (checks: readonly Check[]): string =>
  checks.length === 0 ? '' : `${checks.filter(({ isOk }) => isOk).length} of ${checks.length}`

const RUNG_OPENING = 'Outcomes by the bare text alone'

const rungText = (rung: TextRung): string => {
  const { title, calls, failed, found, wrong, unknown } = rung
  return `${RUNG_OPENING}, against the exit codes that ${title} recorded: ${calls} commands, ${failed} of which failed; ${found} of those were found, ${wrong} that worked were called failures, ${unknown} texts said nothing (F1 ${f1Of(rung).toFixed(2)}). Judged wrongly or not at all:`
}
