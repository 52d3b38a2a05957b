import type { Review, ReviewList } from './operation.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import { hurtingLines } from '../experiment/hurting-show.ts'
import { hurtingLessonLines } from '../lessons/ledger-show.ts'
import { otherWords, wordsOfPieces } from './words-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { templateDiffLines } from '../diff/show.ts'
import { type Column, shortened, wrap } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: 'template', shrink: 'end', least: 16 },
  { title: 'state' },
  { title: 'patterns', align: 'right' },
  { title: 'recoveries', align: 'right', drop: 1 },
  { title: 'sessions', align: 'right', drop: 2 },
]

/** Prints what waits for a person, as a table. */
export const reviewListLines = ({ waiting, hurting, hurtingLessons }: ReviewList, screen: Screen): string[] => {
  if (waiting.length === 0)
    return [
      ...wrap(
        'Nothing waits for you. `warmstart propose` looks for candidates in the sessions that went best.',
        screen.width,
      ),
      ...hurtingLines(hurting, screen),
      ...hurtingLessonLines(hurtingLessons, screen),
    ]
  const rows = waiting.map(({ name, state, patternCount, recoveryCount, sourceSessions }) => [
    toPlainLine(name),
    state,
    grouped(patternCount),
    grouped(recoveryCount),
    grouped(sourceSessions.length),
  ])
  const [first] = waiting
  return [
    ...renderTable(COLUMNS, rows, screen),
    '',
    ...renderRemark(`None is in use. \`warmstart review ${toPlainLine(first?.name ?? '')}\` shows one.`, screen),
    ...hurtingLines(hurting, screen),
    ...hurtingLessonLines(hurtingLessons, screen),
  ]
}

/** Pieces of evidence shown; `explain` has all. */
const SHOWN_EVIDENCE = 3

/**
 * Prints one template: its origin, what it would change, the full text of each piece with its evidence, and what to
 * do.
 */
export const reviewLines = (review: Review, screen: Screen): string[] => {
  const { template, provenance, against, diff, evidence, next } = review
  const replaced = template.redactions.map(({ kind, count }) => `${toPlainLine(kind)} (${grouped(count)})`)
  const words = wordsOfPieces(template, screen)
  const leftOut = template.leftOut.map(({ reason, count }) => `${toPlainLine(reason)} (${grouped(count)})`)
  return [
    ...renderFacts(
      [
        ['template', `${toPlainLine(template.name)}@${template.version}, ${template.state}`],
        ['what', toPlainLine(template.description)],
        ['tags', template.tags.map(toPlainLine).join(', ')],
        ['task type', template.taskType],
        [
          'comes from',
          [`${provenance.how} (${toPlainLine(provenance.madeBy)})`, toPlainLine(provenance.note)]
            .filter(Boolean)
            .join(', '),
        ],
        ['made from', template.sourceSessions.length === 0 ? null : counted(template.sourceSessions.length, 'session')],
        [
          'size',
          `all pieces about ${counted(template.tokens, 'token')}; \`warmstart test ${toPlainLine(template.name)} TASK\` counts what a session gets`,
        ],
        ['replaced', replaced.join(', ')],
        ['kept out', leftOut.join(', ')],
      ],
      screen,
    ),
    '',
    ...renderRemark(
      against === null
        ? 'Nothing in use is about the same, so all of it is new:'
        : `Against ${toPlainLine(against)}, which is in use:`,
      screen,
    ),
    ...changes(against === null ? { ...diff, ...UNTOLD } : diff, screen),
    ...renderSection(
      'Word for word, and what it rests on',
      evidence.flatMap((piece, index) => pieceLines(piece, words[index] ?? [], screen)),
      screen,
    ),
    ...renderSection('And besides', otherWords(template, screen), screen),
    ...renderSection(
      'Your word',
      next.flatMap(({ command, meaning }) => [`  ${command}`, ...wrap(meaning, screen.width, '      ')]),
      screen,
    ),
  ]
}

/** For a new template these fields are no difference; they stand above. */
const UNTOLD = { description: null, tags: null, taskType: null }

/** Prints only the differences; the names of the two stand above. */
const changes = (diff: Review['diff'], screen: Screen): string[] => {
  if (diff.isSame) return wrap('the same content', screen.width, '  ')
  const lines = templateDiffLines({ ...diff, from: diff.to }, screen)
  return lines.slice(lines.indexOf(''))
}

const pieceLines = (
  piece: Review['evidence'][number],
  words: readonly string[],
  { width, colors }: Screen,
): string[] => [
  colors.bold(shortened(`${piece.what}  ${toPlainLine(piece.says)}`, width)),
  ...words,
  colors.dim(`  ${piece.id}  in ${counted(piece.support, 'session')}`),
  ...piece.evidence.slice(0, SHOWN_EVIDENCE).map(({ call, session, file, line, outcome }) => {
    const place = file === null ? `session ${toPlainLine(session)}` : `${file}:${line ?? '?'}`
    return `  ${call ?? 'said'}${outcome === null ? '' : `  ${outcome}`}  ${place}`
  }),
]
