import { toPlainLine, renderRemark, type Screen } from '../../interfaces/cli/section.ts'
import { shortened, uniqueLength, wrap } from '../../interfaces/cli/table.ts'
import type { SearchHit } from './operation.ts'

const INDENT = '  '

/** Prints the sessions found: a line for each, and below it the matching places. */
export const searchLines = (
  hits: readonly SearchHit[],
  { limit, words }: { limit: number; words: readonly string[] },
  screen: Screen,
): string[] => {
  if (hits.length === 0)
    return wrap(`No session holds ${words.map((word) => toPlainLine(word)).join(' and ')}. ${NONE}`, screen.width)
  const shown = hits.slice(0, limit)
  const length = uniqueLength(shown.map(({ session }) => session))
  const more = hits.length > shown.length ? `There are more; --limit ${limit * 2} shows them. ` : ''
  return [
    ...shown.flatMap((hit) => [headOf(hit, length, screen), ...hit.matches.map((match) => matchLine(match, screen))]),
    '',
    ...renderRemark(`${more}${NEXT}`, screen),
  ]
}

const headOf = ({ session, source, lastAt, project, title }: SearchHit, length: number, screen: Screen): string => {
  const words = [
    session.slice(0, length),
    source,
    lastAt?.slice(0, 10) ?? '',
    project?.split('/').at(-1) ?? '',
    title ?? '',
  ]
  return screen.colors.bold(
    shortened(
      words
        .map(toPlainLine)
        .filter((word) => word !== '')
        .join('  '),
      screen.width,
    ),
  )
}

/** One line for a match: its place, and the text around the word. */
const matchLine = ({ in: place, tool, text }: SearchHit['matches'][number], screen: Screen): string => {
  const where = place === 'call' ? toPlainLine(tool ?? 'call') : WHERE[place]
  return INDENT + shortened(`${where}: ${toPlainLine(text)}`, screen.width - INDENT.length)
}

const WHERE = { title: 'title', project: 'project', message: 'user' }

const NONE = '`warmstart sync` reads what is new; fewer words find more.'
const NEXT = '`warmstart session ID` shows one with its calls; `warmstart calls --grep WORDS` finds single calls.'
