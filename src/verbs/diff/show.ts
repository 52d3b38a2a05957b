import type { TemplateDiff } from '../list/templates-operation.ts'
import { renderFacts, toPlainLine, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { shortened, wrap } from '../../interfaces/cli/table.ts'

/** Values are cut at two lines of a terminal; `--json` has the whole. */
const SHOWN_CHARS = 160

/** Prints the names of two templates or versions, then what was added (+), removed (-) and changed (~). */
export const templateDiffLines = (diff: TemplateDiff, screen: Screen): string[] => {
  const side = ({ name, version, hash }: TemplateDiff['from']): string =>
    `${toPlainLine(name)}@${version} (${hash.slice(0, 12)})`
  const parts = [
    ...renderSection('Patterns', pieceLines(diff.patterns, screen), screen),
    ...renderSection('Workflows', pieceLines(diff.workflows, screen), screen),
    ...renderSection('Recoveries', pieceLines(diff.recoveries, screen), screen),
    ...renderSection('Conventions', setLines(diff.conventions, screen), screen),
    ...renderSection('What it is about', setLines(diff.contextMarkers, screen), screen),
    ...textSection('Addendum', diff.addendum, screen),
    ...textSection('Description', diff.description, screen),
    ...textSection('Tags', diff.tags, screen),
    ...textSection('Task type', diff.taskType, screen),
  ]
  return [
    ...renderFacts(
      [
        ['from', side(diff.from)],
        ['to', side(diff.to)],
        ['content', diff.isSame ? 'the same' : null],
      ],
      screen,
    ),
    ...parts,
  ]
}

const pieceLines = ({ added, removed, changed, reordered }: TemplateDiff['patterns'], screen: Screen): string[] => [
  ...added.flatMap(({ what }) => marked('+', what, screen)),
  ...removed.flatMap(({ what }) => marked('-', what, screen)),
  ...changed.flatMap(({ what, fields }) => [
    ...marked('~', what, screen),
    ...fields.flatMap(({ field, from, to }) => [
      ...wrap(`${field}:`, screen.width, '    '),
      ...marked('-', from, screen, '    '),
      ...marked('+', to, screen, '    '),
    ]),
  ]),
  ...(reordered ? wrap('in another order', screen.width, '  ') : []),
]

const setLines = ({ added, removed }: TemplateDiff['conventions'], screen: Screen): string[] => [
  ...added.flatMap((text) => marked('+', text, screen)),
  ...removed.flatMap((text) => marked('-', text, screen)),
]

const textSection = (title: string, texts: TemplateDiff['addendum'], screen: Screen): string[] =>
  texts === null
    ? []
    : renderSection(title, [...marked('-', texts.from, screen), ...marked('+', texts.to, screen)], screen)

const marked = (sign: '+' | '-' | '~', text: string, { width, colors }: Screen, indent = ''): string[] => {
  const color = { '+': colors.green, '-': colors.red, '~': colors.yellow }[sign]
  const said = shortened(toPlainLine(text.slice(0, SHOWN_CHARS * 4)), SHOWN_CHARS)
  const inner = `${indent}  `
  return wrap(said === '' ? '(nothing)' : said, width, inner).map((line, index) =>
    color(index === 0 ? `${indent}${sign} ${line.slice(inner.length)}` : line),
  )
}
