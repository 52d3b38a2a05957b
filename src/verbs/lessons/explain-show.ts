import { outcomeMark } from '../calls/outcome-show.ts'
import { renderFacts, toPlainLine, renderRemark, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { counted } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { LessonExplanation } from './explain-operation.ts'
import { checkedText, KIND_WORDS, remedyText, STATE_WORDS, supportText, toldText } from './lesson-words.ts'

/** Prints a lesson with everything it rests on: its sentence, and the calls of both sides with file and line. */
export const lessonExplanationLines = (explanation: LessonExplanation, screen: Screen): string[] => {
  const { lesson, mistakes, remedies, said } = explanation
  const { code, program, subject } = lesson.trigger
  return [
    ...wrap(toPlainLine(lesson.text), screen.width).map((line) => screen.colors.bold(line)),
    '',
    ...renderFacts(
      [
        ['id', lesson.id],
        ['kind', `${lesson.kind}: ${KIND_WORDS[lesson.kind]}`],
        [
          'project',
          lesson.scope.repository === null ? 'every project of this machine' : lesson.scope.repository,
          'whole',
        ],
        [
          'mistake',
          lesson.kind === 'rule' ? null : toPlainLine([code, program, subject].filter((word) => word !== '').join(' ')),
        ],
        ['instead', remedyText(lesson)],
        ['sessions', supportText(lesson)],
        ['checked', checkedText(lesson)],
        ['told', lesson.told === null ? null : toldText(lesson.told)],
        ['state', STATE_WORDS[lesson.state]],
      ],
      screen,
    ),
    ...renderSection(titleOf('The mistake', mistakes.length), callLines(mistakes, screen), screen),
    ...renderSection(titleOf('What worked then', remedies.length), callLines(remedies, screen), screen),
    ...renderSection('Where a person said it', saidLines(said), screen),
    '',
    ...renderRemark(nextText(lesson), screen),
  ]
}

const titleOf = (what: string, calls: number): string => `${what} (${counted(calls, 'call')})`

type CallEvidence = LessonExplanation['mistakes'][number]

const SHOWN_DIGITS = 12

const callLines = (calls: readonly CallEvidence[], screen: Screen): string[] =>
  calls.flatMap((evidence) => {
    const { call, at, tool, subject, outcome, masked, rule, excerpt } = evidence
    const id = call.slice(0, SHOWN_DIGITS)
    if (outcome === null) return [`  ${id}  no longer in the store`]
    const mark = outcomeMark({ outcome, masked: masked === true }, screen)
    return [
      `  ${id}  ${at === null ? '' : `${timeText(at)}  `}${mark} ${screen.colors.dim(`(${rule})`)}`,
      ...wrap(toPlainLine(`${tool} ${subject}`), screen.width, '    '),
      ...(excerpt === null || excerpt === '' ? [] : wrap(`> ${toPlainLine(excerpt)}`, screen.width, '    ')),
      // Users copy files and lines, so these are never cut.
      `    ${placeText(evidence)}`,
    ]
  })

/** `2026-03-03 14:02`, in UTC as everywhere. */
export const timeText = (at: string): string => at.slice(0, 16).replace('T', ' ')

const placeText = ({ file, line, fileState }: CallEvidence): string =>
  `${file}:${line}${fileState === 'missing' ? ' (the file is gone)' : ''}`

const saidLines = (said: LessonExplanation['said']): string[] =>
  said.map(
    ({ session, at, file, line }) =>
      `  ${at === null ? '' : `${timeText(at)}  `}${file === null ? `session ${session}, no longer in the store` : `${file}:${line}`}`,
  )

const nextText = ({ id, state }: LessonExplanation['lesson']): string => {
  const short = id.slice(0, 8)
  const word =
    state === 'refused' || state === 'candidate'
      ? `\`warmstart lessons accept ${short}\` gives it to new sessions.`
      : `\`warmstart lessons refuse ${short}\` keeps it from your sessions.`
  return `\`warmstart explain CALL\` says more about one call. ${word}`
}
