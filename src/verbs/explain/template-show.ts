import type { TemplateExplanation } from './template-operation.ts'
import { toPlainLine, renderRemark, type Screen } from '../../interfaces/cli/section.ts'
import { counted } from '../../lib/number-text.ts'
import { shortened } from '../../interfaces/cli/table.ts'

/** Prints the pieces of a template, each with its calls and their files and lines. */
export const templateExplanationLines = (
  { template, alsoIn, pieces }: TemplateExplanation,
  screen: Screen,
): string[] => {
  const { bold, dim } = screen.colors
  const head = `${bold(`${template.name}@${template.version}`)}  ${template.state}, made by ${template.how} (${template.madeBy})`
  return [
    head,
    dim(`content ${template.hash.slice(0, HASH_DIGITS)}`),
    ...(alsoIn.length === 0 ? [] : renderRemark(`The same piece is in ${alsoIn.join(', ')}.`, screen)),
    ...pieces.flatMap((piece) => ['', ...pieceLines(piece, screen)]),
  ]
}

const HASH_DIGITS = 16

const pieceLines = (
  piece: TemplateExplanation['pieces'][number],
  { width, colors: { bold, dim } }: Screen,
): string[] => {
  const seen = `in ${counted(piece.support, 'session')}`
  const seeded = piece.seedId === null ? '' : `, in seeds ${piece.seedId}`
  return [
    bold(shortened(`${piece.what}  ${toPlainLine(piece.says)}`, width)),
    dim(`  ${piece.id}  ${seen}${seeded}`),
    // Users copy files and lines, so these are never cut.
    ...piece.evidence.map(({ call, session, file, line, outcome, rule }) => {
      const place = file === null ? `session ${session}, no longer in the store` : `${file}:${line ?? '?'}`
      const judged = outcome === null ? '' : `  ${outcome} (${rule})`
      return `  ${call === null ? 'said' : call}${judged}  ${place}`
    }),
  ]
}
