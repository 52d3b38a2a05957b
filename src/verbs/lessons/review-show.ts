import { toPlainLine, renderFacts, type Screen, type ShownFact } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { bulleted, endOf, shortened, widthOf, wrap } from '../../interfaces/cli/table.ts'
import { timeText } from './explain-show.ts'
import type { LessonCallEvidence } from './explain-shape.ts'
import { figuresText } from './ledger-show.ts'
import { checkedText, KIND_WORDS, originText, STATE_WORDS, supportText, toldText } from './lesson-words.ts'
import { type Decision, type ReviewItem, type ReviewState, stateNow, waitingItems } from './review-machine.ts'

/** A window, the folder of the reviewed project, and the file that `w` writes into. */
export interface ReviewScreen extends Screen {
  height: number
  project: string
  file: string
}

/** Renders the screen: exactly as many lines as the window has, none wider than it, the keys at the bottom. */
export const reviewLines = (state: ReviewState, screen: ReviewScreen): string[] => {
  const item = state.items[state.at]
  if (item === undefined) return []
  const head = [headLine(state, screen), screen.colors.dim('─'.repeat(screen.width))]
  const foot = footLines(state, screen)
  const room = Math.max(1, screen.height - head.length - foot.length)
  const body = bodyLines(state, item, screen, room).slice(0, room)
  const gap = Array.from({ length: room - body.length }, () => '')
  return [...head, ...body, ...gap, ...foot].slice(-screen.height).map((line) => shortened(line, screen.width))
}

const headLine = ({ at, items, decided }: ReviewState, { width, colors, project }: ReviewScreen): string => {
  const left = shortened(`Lesson ${grouped(at + 1)} of ${grouped(items.length)} · ${toPlainLine(project)}`, width)
  const counts = (['given', 'written', 'refused'] as const).flatMap((decision) => {
    const count = [...decided.values()].filter((each) => each === decision).length
    return count === 0 ? [] : [`${grouped(count)} ${decision}`]
  })
  const right = shortened(counts.join(' · '), Math.max(0, width - widthOf(left) - 2))
  return `${colors.bold(left)}${' '.repeat(Math.max(0, width - widthOf(left) - widthOf(right)))}${colors.dim(right)}`
}

const bodyLines = (state: ReviewState, item: ReviewItem, screen: ReviewScreen, room: number): string[] => {
  switch (state.mode.kind) {
    case 'help':
      return helpLines(screen)
    case 'rule':
      return [...wrap(RULE_QUESTION, screen.width), '', ...sentenceLines(item, screen)]
    case 'write':
      return [
        ...wrap(`This goes into ${screen.file}; everything else in it stays as it is:`, screen.width),
        '',
        ...state.mode.diff.map((line) => diffLine(shortened(line, screen.width), screen)),
      ]
    case 'all':
      return allLines(state, screen, room)
    default:
      return lessonScreen(state, item, screen, room)
  }
}

const RULE_QUESTION =
  'A rule repeats words of a person. Shall every new session of yours in this project be told exactly this line?'

const sentenceLines = ({ lesson }: ReviewItem, { width, colors }: Screen): string[] =>
  wrap(toPlainLine(lesson.text), width).map((line) => colors.bold(line))

const diffLine = (line: string, { colors }: Screen): string =>
  line.startsWith('+') ? colors.green(line) : line.startsWith('-') ? colors.red(line) : line

const allLines = (state: ReviewState, { width, colors }: ReviewScreen, room: number): string[] => {
  const waiting = waitingItems(state)
  const head = [
    ...wrap(
      `New sessions of this project are given ${counted(waiting.length, 'lesson')}, and later ones but rules:`,
      width,
    ),
    '',
  ]
  const lines = waiting.flatMap(({ lesson }) => bulleted(toPlainLine(lesson.text), width))
  const left = room - head.length
  if (lines.length <= left) return [...head, ...lines]
  return [...head, ...lines.slice(0, Math.max(0, left - 1)), colors.dim('… `warmstart lessons` lists them all')]
}

/** Renders the lesson with as much of its evidence as fits, whole pieces only. */
const lessonScreen = (state: ReviewState, item: ReviewItem, screen: ReviewScreen, room: number): string[] => {
  const lines = [...sentenceLines(item, screen), '', ...renderFacts(factsOf(state, item), screen)]
  const { mistakes, remedies, said } = item
  const pieces: Piece[] = [
    ...mistakes.map((call) => ({ title: 'Made in', lines: evidenceLines(call, screen) })),
    ...remedies.map((call) => ({ title: 'What worked then', lines: evidenceLines(call, screen) })),
    ...said.map((each) => ({ title: 'Said in', lines: saidLines(each, screen) })),
  ]
  // One piece of each side comes before a second piece about the mistake.
  const wanted = pieces.toSorted((one, other) => ranked(pieces, one) - ranked(pieces, other))
  const chosen = new Set<Piece>()
  for (const piece of wanted) if (lines.length + linesOf([...chosen, piece], screen).length <= room) chosen.add(piece)
  return [
    ...lines,
    ...linesOf(
      pieces.filter((piece) => chosen.has(piece)),
      screen,
    ),
  ]
}

/** A piece of evidence, and the title that it shares with others. */
interface Piece {
  title: string
  lines: readonly string[]
}

const ranked = (pieces: readonly Piece[], piece: Piece): number =>
  pieces.filter(({ title }) => title === piece.title).indexOf(piece)

const linesOf = (pieces: readonly Piece[], { colors }: Screen): string[] =>
  [...Map.groupBy(pieces, ({ title }) => title)].flatMap(([title, group]) => [
    '',
    colors.bold(title),
    ...group.flatMap(({ lines }) => lines),
  ])

const factsOf = (state: ReviewState, { lesson, proof }: ReviewItem): ShownFact[] => [
  ['kind', `${lesson.kind}: ${KIND_WORDS[lesson.kind]}`],
  [lesson.kind === 'rule' ? 'said' : 'made by', supportText(lesson).replace(/^said /, '')],
  ['sent by', originText(lesson)],
  [
    'proof',
    proof === null ? null : `${figuresText(proof)}${proof.proposal === 'refuse' ? ', and so does r here' : ''}`,
  ],
  ['checked', checkedText(lesson)],
  ['told', lesson.told === null ? null : toldText(lesson.told)],
  ['now', standText(state, lesson)],
]

const standText = (state: ReviewState, lesson: ReviewItem['lesson']): string => {
  const now = stateNow(state, lesson)
  const isTold = lesson.told !== null && (now === 'candidate' || now === 'active')
  return isTold ? 'the project tells it, so hooks do not' : STATE_WORDS[now]
}

const evidenceLines = (evidence: LessonCallEvidence, { width, colors }: Screen): string[] => {
  const { call, at, tool, subject, excerpt, session, file, line } = evidence
  if (file === null) return [`  call ${call.slice(0, 12)}, no longer in the store`]
  const place = `session ${(session ?? '').slice(0, SESSION_DIGITS)} · `
  return [
    shortened(`  ${at === null ? '' : `${timeText(at)}  `}${toPlainLine(`${tool} ${subject}`)}`, width),
    ...(excerpt === null || excerpt === '' ? [] : [shortened(`    ${toPlainLine(excerpt)}`, width)]),
    colors.dim(`    ${place}${endOf(`${file}:${line}`, Math.max(8, width - 4 - widthOf(place)))}`),
  ]
}

const SESSION_DIGITS = 8

const saidLines = ({ session, at, file, line }: ReviewItem['said'][number], { width, colors }: Screen): string[] => {
  const when = at === null ? '' : `${timeText(at)}  `
  const place = file === null ? `session ${session}, no longer in the store` : `${file}:${line}`
  return [`  ${when}${colors.dim(endOf(place, Math.max(8, width - 2 - when.length)))}`]
}

const footLines = (state: ReviewState, screen: ReviewScreen): string[] => [
  screen.colors.yellow(shortened(state.notice, screen.width)),
  ...keyLines(KEYS_OF[state.mode.kind], screen),
]

type ShownKey = [key: string, meaning: string]

const YES: ShownKey[] = [
  ['y', 'yes'],
  ['any other key', 'no'],
]
const KEYS_OF: Record<ReviewState['mode']['kind'], ShownKey[]> = {
  look: [
    ['g', 'give'],
    ['w', 'write'],
    ['r', 'refuse'],
    ['s', 'skip'],
    ['b', 'back'],
    ['u', 'undo'],
    ['a', 'all'],
    ['?', 'help'],
    ['q', 'quit'],
  ],
  help: [['any key', 'back to the lesson']],
  rule: YES,
  write: YES,
  all: YES,
  over: [],
}

/** Sets the keys on as few lines as possible. */
const keyLines = (keys: readonly ShownKey[], { width, colors }: Screen): string[] => {
  const lines: { length: number; text: string }[] = []
  for (const [key, meaning] of keys) {
    const length = key.length + 1 + meaning.length
    const text = `${colors.bold(key)} ${meaning}`
    const last = lines.at(-1)
    if (last === undefined || last.length + GAP.length + length > width) lines.push({ length, text })
    else {
      last.text += GAP + text
      last.length += GAP.length + length
    }
  }
  return lines.map(({ text }) => text)
}

const GAP = '  '

const helpLines = (screen: ReviewScreen): string[] =>
  renderFacts(
    [
      ['g', 'give it to new sessions of this project, by hooks'],
      ['w', `write it into ${screen.file}; the change is shown first`],
      ['r', 'refuse it: your sessions are never given it; u takes that back'],
      ['s', 'skip: leave it as it is. Space and the right arrow do the same'],
      ['b', 'back to the lesson before. The left arrow does the same'],
      ['u', 'take the last decision of this review back'],
      ['a', 'give all lessons that wait, and later ones but rules'],
      ['q', 'end. Ctrl-C and Escape do the same; what was decided is kept'],
      ['', ' '],
      [
        '',
        'A lesson that is given is withheld from some sessions at random, so that its effect can be seen. `warmstart lessons holdout 0` turns that off.',
      ],
    ],
    screen,
  )

/** Printed after the review: the decisions, and how to take them back. */
export const reviewSummary = (state: ReviewState, { file, ...screen }: ReviewScreen): string[] => {
  const { decided, items, givenAtOnce } = state
  const textOf = (id: string): string => toPlainLine(items.find(({ lesson }) => lesson.id === id)?.lesson.text ?? id)
  const part = (decision: Decision, title: string, undoText: (ids: string[]) => string): string[] => {
    const ids = [...decided].flatMap(([id, each]) => (each === decision ? [id] : []))
    if (ids.length === 0) return []
    return [
      screen.colors.bold(`${title}: ${grouped(ids.length)}`),
      ...ids.flatMap((id) => bulleted(textOf(id), screen.width)),
      ...wrap(`undo: ${undoText(ids.map((id) => id.slice(0, ID_DIGITS)))}`, screen.width, '  ').map((line) =>
        screen.colors.dim(line),
      ),
    ]
  }
  const left = items.length - decided.size
  return [
    ...part('given', 'Given to new sessions', (ids) =>
      givenAtOnce === undefined ? `warmstart lessons undo ${ids.join(' ')}` : 'warmstart lessons undo --all',
    ),
    ...part('written', `Written into ${file}`, () => `warmstart lessons undo ${file}`),
    ...part('refused', 'Refused', (ids) => `warmstart lessons undo ${ids.join(' ')}`),
    ...(givenAtOnce !== undefined ? wrap('Lessons that are found later are given too, but rules.', screen.width) : []),
    ...(decided.size === 0
      ? ['Nothing was changed.']
      : left === 0
        ? []
        : [`Left as ${left === 1 ? 'it was' : 'they were'}: ${grouped(left)}`]),
  ]
}

const ID_DIGITS = 8
