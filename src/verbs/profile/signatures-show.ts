import { countText, createFigures, type Rate } from '../../interfaces/cli/figures.ts'
import { toPlainLine, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** One kind of error in a history or in a single session. */
interface ErrorKind {
  tool: string
  cause: string
  message: string
  count: number
  /** Only set for a history. */
  sessions?: number
  callsSpent: number
  /** A share with its interval for a history, a count for one session. */
  recovered: Rate | number | null
  reason?: string | undefined
  workedNext: readonly { tool: string; subject: string; count: number }[]
  example: string
}

/** Other causes need no recovery: a person said no, the failure was the answer, or nothing was tried. */
const RECOVERABLE = ['agent', 'environment']

/** Only this many calls that worked next are named. */
const SHOWN_NEXT = 3
/** Messages are cut at two lines of a terminal. */
const MESSAGE_CHARS = 150
const SUBJECT_CHARS = 60

/** Prints kinds of errors as numbered blocks: how often, the cost, what worked next, and where to look. */
export const errorKindLines = (title: string, kinds: readonly ErrorKind[], screen: Screen): string[] => {
  const figures = createFigures()
  const digits = String(kinds.length).length
  const indent = ' '.repeat(digits + 2)
  const lines = kinds.flatMap((kind, index) => {
    const number = `${String(index + 1).padStart(digits)}  `
    const [first = '', ...rest] = wrap(headOf(kind), screen.width, indent)
    const recovery = RECOVERABLE.includes(kind.cause) ? [recoveredText(kind, figures), nextText(kind)] : []
    const body = [shortened(toPlainLine(kind.message), MESSAGE_CHARS), ...recovery]
    return [
      number + screen.colors.bold(first.slice(indent.length)),
      ...rest,
      ...body.filter((text) => text !== '').flatMap((text) => wrap(text, screen.width, indent)),
      ...wrap(`warmstart explain ${kind.example}`, screen.width, indent).map((line) => screen.colors.dim(line)),
    ]
  })
  return renderSection(title, [...lines, ...figures.footnotes(screen.width)], screen)
}

const headOf = ({ tool, cause, count, sessions, callsSpent }: ErrorKind): string => {
  const times = count === 1 ? 'once' : `${grouped(count)} times`
  const where = sessions === undefined ? '' : ` in ${counted(sessions, 'session')}`
  return `${toPlainLine(tool)}, ${cause}: ${times}${where}, ${counted(callsSpent, 'call')} spent`
}

const recoveredText = (kind: ErrorKind, figures: ReturnType<typeof createFigures>): string => {
  if (typeof kind.recovered === 'number') return `recovered ${grouped(kind.recovered)} of ${grouped(kind.count)}`
  const count = kind.recovered === null ? '' : ` (n ${countText(kind.recovered)})`
  return `recovered ${figures.rate(kind.recovered, kind.reason)}${count}`
}

const nextText = ({ workedNext }: ErrorKind): string => {
  if (workedNext.length === 0) return ''
  const named = workedNext
    .slice(0, SHOWN_NEXT)
    .map(
      ({ tool, subject, count }) =>
        `${toPlainLine(`${tool} ${shortened(subject, SUBJECT_CHARS)}`)} (${grouped(count)})`,
    )
  return `worked next: ${named.join('; ')}`
}

const shortened = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
