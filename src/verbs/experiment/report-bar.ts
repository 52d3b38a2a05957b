import { effectText } from '../../experiment/report-words.ts'
import type { Screen } from '../../interfaces/cli/section.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'

const WIDEST = 60

/** Draws the primary effect with characters: zero, margin, both intervals and the point. */
export const effectBar = ({ primary, declaration }: ExperimentReport, { width, colors }: Screen): string[] => {
  const { estimate, low, high, alwaysValid } = primary
  const ends = [low, high, alwaysValid?.low, alwaysValid?.high].filter((end) => end !== null && end !== undefined)
  if (estimate === null || ends.length === 0) return []
  const reach = 1.1 * Math.max(declaration.margin, ...ends.map(Math.abs))
  const cells = Math.min(WIDEST, width - 4)
  const at = (value: number): number => Math.round(((value + reach) / (2 * reach)) * (cells - 1))
  const line = Array.from({ length: cells }, () => ' ')
  const fill = (from: number, to: number, mark: string): void => {
    for (let cell = at(from); cell <= at(to); cell++) line[cell] = mark
  }
  fill(-declaration.margin, declaration.margin, '░')
  if (alwaysValid !== null) fill(alwaysValid.low, alwaysValid.high, '─')
  if (low !== null && high !== null) fill(low, high, '━')
  line[at(0)] = '┃'
  line[at(estimate)] = '●'
  const [left, right] = [effectText(primary, -reach), effectText(primary, reach)]
  return [
    `  ${line.join('')}`,
    colors.dim(`  ${left}${' '.repeat(Math.max(1, cells - left.length - right.length))}${right}`),
    colors.dim('  ● effect  ━ fixed n  ─ peek-safe  ┃ zero  ░ margin'),
  ]
}
