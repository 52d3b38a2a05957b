import type { StartReport } from './shape.ts'
import { fitScreen, heightOf, stacked } from '../../interfaces/cli/one-screen.ts'
import type { ProgramWord } from '../../interfaces/cli/program-word.ts'
import { renderFacts, toPlainLine, type Screen } from '../../interfaces/cli/section.ts'
import { carryOverLines, lessonLines, noLessonLines } from './carry-over-show.ts'
import {
  callsText,
  costText,
  failedText,
  maskedText,
  masksText,
  mistakeLines,
  ownText,
  ratedLines,
  readText,
} from '../profile/figures-show.ts'
import { describeNotRead } from '../sync/show.ts'
import { counted } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** How many entries of each list are shown, the fullest first. */
const DETAILS = [
  { mistakes: 3, models: 3, carried: 3, extras: true },
  { mistakes: 3, models: 3, carried: 2, extras: true },
  { mistakes: 3, models: 3, carried: 3, extras: false },
  { mistakes: 3, models: 3, carried: 2, extras: false },
  { mistakes: 3, models: 2, carried: 2, extras: false },
  { mistakes: 3, models: 2, carried: 1, extras: false },
  { mistakes: 2, models: 2, carried: 1, extras: false },
  { mistakes: 2, models: 1, carried: 1, extras: false },
  { mistakes: 2, models: 0, carried: 1, extras: false },
] as const

/** If there are lessons, the screen is for them: other lists shrink first. */
const LESSON_DETAILS = [
  { mistakes: 3, models: 3, carried: 5, extras: true },
  { mistakes: 3, models: 3, carried: 5, extras: false },
  { mistakes: 2, models: 2, carried: 5, extras: false },
  { mistakes: 2, models: 0, carried: 5, extras: false },
  { mistakes: 0, models: 0, carried: 5, extras: false },
  { mistakes: 0, models: 0, carried: 4, extras: false },
  { mistakes: 0, models: 0, carried: 3, extras: false },
] as const

interface Detail {
  mistakes: number
  models: number
  carried: number
  extras: boolean
}

/**
 * Prints the first screen: what was read, how often calls failed, which failures were hidden, the lessons (else what
 * could be carried over), three commands; with room, also the most expensive mistakes and models. It fits 80 by 24.
 */
export const startLines = (report: StartReport, program: ProgramWord, screen: Screen): string[] =>
  fitScreen<Detail>(
    report.lessons.length > 0 ? LESSON_DETAILS : DETAILS,
    (detail) => draw(report, program, screen, detail),
    screen.width,
  )

/** Prints the upper part of the first screen while the rest is still being read. */
export const draftLines = (figures: StartReport['figures'], of: 'some' | 'all', screen: Screen): string[] =>
  stacked(
    [
      ...(of === 'some' ? [screen.colors.yellow('First figures, of the newest sessions read so far:')] : []),
      ...figureLines(figures, '', screen),
    ],
    mistakeLines(figures, screen, 2),
  )

const draw = (report: StartReport, program: ProgramWord, screen: Screen, detail: Detail): string[] =>
  stacked(
    [...sampleLines(report, screen), ...summaryLines(report, screen)],
    report.lessons.length > 0
      ? lessonLines(report, screen, { most: detail.carried })
      : report.figures.sessions === 0
        ? []
        : noLessonLines(report, screen),
    detail.mistakes > 0 ? mistakeLines(report.figures, screen, detail.mistakes) : [],
    detail.models > 0 ? modelLines(report, screen, detail.models) : [],
    report.lessons.length > 0 ? [] : carryOverLines(report, screen, { most: detail.carried }),
    [...commandLines(report, program, screen), ...(detail.extras ? extraLines(report, program, screen) : [])],
  )

/** Prints what was read, what failed, and which failures were hidden. */
const summaryLines = (report: StartReport, screen: Screen): string[] => {
  const notices = noticesText(report)
  if (report.figures.sessions === 0) return wrap(`No session was read. ${notices}`.trim(), screen.width)
  return figureLines(report.figures, notices, screen)
}

const figureLines = (figures: StartReport['figures'], notices: string, screen: Screen): string[] =>
  renderFacts(
    [
      ['Read', readText(figures)],
      ['', callsText(figures)],
      ['', notices],
      ['Failed', failedText(figures)],
      ['', ownText(figures)],
      ['Errors took', costText(figures)],
      ['Looked fine', maskedText(figures)],
      ['', masksText(figures)],
    ],
    screen,
  )

const sampleLines = ({ sample }: StartReport, { width, colors }: Screen): string[] =>
  sample ? wrap(SAMPLE, width).map((line) => colors.yellow(line)) : []

const SAMPLE = 'No history of yours is shown: this is the bundled sample, all made up.'

/** Says what the figures leave out, and which command tells more. */
const noticesText = ({
  totals,
  notRead,
  unreadable,
  unowned,
}: Pick<StartReport, 'totals' | 'notRead' | 'unreadable' | 'unowned'>): string => {
  const unread = totals.issues + unreadable.length
  return [
    ...notRead.map((agent) => `${describeNotRead(agent)}.`),
    unread === 0 ? '' : `${counted(unread, 'problem')} while reading: \`warmstart doctor\`.`,
    unowned === 0 ? '' : `${counted(unowned, 'chat session')} without a user left out: \`warmstart owner\`.`,
  ]
    .filter((text) => text !== '')
    .join(' ')
}

/** Sessions without a recorded model come last. */
const modelLines = ({ figures: { byModel } }: StartReport, screen: Screen, most: number): string[] => {
  const ordered = [
    ...byModel.filter(({ model }) => model !== UNRECORDED),
    ...byModel.filter(({ model }) => model === UNRECORDED),
  ]
  return ratedLines('Models: their work differs', ordered, { nameOf: ({ model }) => model, most }, screen)
}

const UNRECORDED = 'unknown'

/** Three commands: look closer, look at hidden failures or problems, turn it on. */
const commandLines = (report: StartReport, { word }: ProgramWord, screen: Screen): string[] => {
  const { figures, sample, turnOn, lessons } = report
  const flag = sample ? ' --sample' : ''
  const waiting = lessons.find(({ state }) => state === 'candidate')
  const look: [string, string] =
    figures.masked.calls > 0
      ? [`${word} calls --masked${flag}`, 'what looked fine, and what it hid']
      : [`${word} calls --cause agent${flag}`, "the agent's own mistakes, with their evidence"]
  const more: [string, string] = [`${word} profile${flag}`, 'more figures; --all has every one']
  const commands: [command: string, meaning: string][] =
    waiting === undefined
      ? [more, look, turnOnLine(report, word, flag)]
      : [
          turnOn?.includes(' install ') === true ? [turnOn, 'tell new sessions; --undo removes it'] : more,
          look,
          sample
            ? [`${word} lessons${flag}`, 'every lesson, with its figures']
            : [`${word} lessons accept --all --project ${toPlainLine(waiting.project)}`, 'give these to new sessions'],
        ]
  const longest = Math.max(...commands.map(([command]) => command.length).filter((length) => length <= LONGEST_COMMAND))
  return commands.map(([command, meaning]) => {
    const hasRoom = command.length <= longest && longest + 2 + meaning.length <= screen.width
    return hasRoom ? `${screen.colors.bold(command.padEnd(longest))}  ${meaning}` : screen.colors.bold(command)
  })
}

const turnOnLine = (report: StartReport, word: string, flag: string): [string, string] => {
  const { turnOn, carryOver } = report
  if (turnOn !== null) return [turnOn, turnOnMeaning(report)]
  const [candidate] = carryOver.proposed
  return candidate === undefined
    ? [`${word} ledger${flag}`, 'what sessions were given, and how they went']
    : [`${word} review ${toPlainLine(candidate.template)}${flag}`, 'what it would tell a session']
}

/** A longer command stands on a line of its own, so that the user can copy it whole. */
const LONGEST_COMMAND = 44

const turnOnMeaning = ({ sample, turnOn }: StartReport): string => {
  if (turnOn?.includes(' review ') === true) return 'what it would tell a session'
  if (turnOn?.includes(' install ') !== true) return 'a skill for your agents'
  return sample ? 'for your own sessions; --undo removes it' : 'tell new sessions; --undo removes it'
}

/** Printed if there is room: the page with charts, and how to call the program by its name. */
const extraLines = ({ page }: StartReport, { addToPath }: ProgramWord, { width, colors }: Screen): string[] => {
  const lines = [
    ...(page === null ? [] : [`charts: file://${page}`]),
    ...(addToPath === undefined ? [] : [`${addToPath}  # then it is called warmstart everywhere`]),
  ]
  return lines.filter((line) => heightOf([line], width) === 1).map((line) => colors.dim(line))
}
