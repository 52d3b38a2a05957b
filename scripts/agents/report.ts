import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, TOPICS, type Topic } from './checks.ts'
import type { HookRuns, Played } from './play.ts'
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
export const writePage = (results: Results, today: string): void => {
  const text = readFileSync(PAGE, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no place for results`)
  writeFileSync(PAGE, `${text.slice(0, begin)}${BEGIN}\n\n${tableOf(results, today)}\n\n${text.slice(end)}`)
}

const TITLES: Record<Topic, string> = {
  calls: 'calls as played',
  session: 'tokens, model, project, no issue',
  lessons: 'lessons',
  given: 'templates',
  mcp: 'MCP',
  undo: 'undo to the byte',
}

const tableOf = ({ played, left, textRungs, hasNamespace }: Results, today: string): string =>
  [
    `Played on ${today}, ${hasNamespace ? 'in a network of its own with nothing but loopback' : 'on loopback'}.`,
    '',
    `| agent | version | ${TOPICS.map((topic) => TITLES[topic]).join(' | ')} | hooks |`,
    `|---|---|${TOPICS.map(() => '---').join('|')}|---|`,
    ...played.map(({ title, version, checks, hooks }) => {
      const cells = TOPICS.map((topic) => heldOf(checks.filter((one) => one.topic === topic)))
      return `| ${title} | ${version} | ${cells.join(' | ')} | ${hooks === undefined ? '' : hooksText(hooks)} |`
    }),
    ...(left.length === 0 ? [] : ['', ...left.map(({ title, reason }) => `Not played: ${title}, because ${reason}.`)]),
    ...textRungs.flatMap((rung) => ['', `${rungText(rung)}`, '', ...rung.mistakes.map((mistake) => `- ${mistake}`)]),
  ].join('\n')

const hooksText = ({ late, runs }: HookRuns): string => (runs === 0 ? 'none ran' : `too late: ${late} of ${runs}`)

const heldOf = (checks: readonly Check[]): string =>
  checks.length === 0 ? '' : `${checks.filter(({ isOk }) => isOk).length} of ${checks.length}`

const rungText = (rung: TextRung): string => {
  const { title, calls, failed, found, wrong, unknown } = rung
  return `Outcomes by the bare text alone, against the exit codes that ${title} recorded: ${calls} commands, ${failed} of which failed; ${found} of those were found, ${wrong} that worked were called failures, ${unknown} texts said nothing (F1 ${f1Of(rung).toFixed(2)}). Judged wrongly or not at all:`
}
