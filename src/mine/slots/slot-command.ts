import { shapeOf } from '../../profile/shape.ts'
import { isShownOption, isShownProgram, isTaskName } from '../../trust/words/command-word.ts'
import { RUNNERS } from '../../trust/words/own-check.ts'
import { isPlainWord } from '../../trust/words/vocabulary.ts'
import { type Piece, piecesOf, segmentsOf } from '../../shell/pieces.ts'
import { isRooted } from './relative-path.ts'
import { looksLike, slotName, type Standing } from './slot-name.ts'
import { type Slots, USUAL_SHARE } from './slot-table.ts'

interface Shell {
  /** Program and sub-command. */
  shape: string
  /** How usual a word is in command lines of this shape, between 0 and 1; NaN if there is nothing to compare with. */
  usual: (word: string) => number
  /** Whether names of a project's own tasks may stay. They may for calls that worked. */
  hasTasks?: boolean | undefined
}

/**
 * A command line with slots for what varies and for every unknown word. Known words are programs, their plain options
 * and sub-commands, and tasks of the project. Any other word may come from a stranger.
 */
export const slotCommand = (line: string, { shape, usual, hasTasks = true }: Shell, table: Slots): string => {
  const pieces = piecesOf(line.replaceAll(PLACEHOLDER, 'SECRET'))
  const shapeWords = new Set(shape.split(' '))
  const segments = segmentsOf(pieces)
  const main = mainSegment(pieces, segments, shape)
  const shown = pieces.map((piece) => piece.text)
  for (const [at, segment] of segments.entries()) {
    const words = segment.map((index) => pieces[index]).filter((piece) => piece !== undefined)
    const isMain = at === main
    const start = startOf(words, isMain ? shape : undefined)
    const own = new Set(isMain ? [] : shapeOfLine(words).split(' '))
    const [program = '', verb = ''] = isMain ? shape.split(' ') : [words[start - 1]?.value ?? '']
    const isFree = (position: number, value: string): boolean =>
      position < start
        ? isElsewhere(value)
        : !(isMain ? shapeWords : own).has(value) && !(NESTED.test(value) && NESTING.has(nameBefore(words, position)))
    const standingAt = (position: number): Standing => ({ program, verb, option: optionBefore(words, position) })
    const circumstance = { usual, isMain, isRow: false }
    // If one of several files varies, the others belong only to this call and become slots too.
    const isRow = words.some(
      (word, position) =>
        isFree(position, word.value) &&
        isPlace(word) &&
        isVolatile(word.value, { ...circumstance, standing: standingAt(position) }),
    )
    for (const [position, index] of segment.entries()) {
      const piece = pieces[index]
      if (piece === undefined) continue
      if (isFree(position, piece.value) || ASSIGNMENT.test(piece.value))
        shown[index] = slotWord(piece, { ...circumstance, standing: standingAt(position), table, isRow })
      else if (!isFixed(piece.value, { isProgram: position < start, isTask: hasTasks && RUNNERS.has(nameOf(program)) }))
        shown[index] = table.slot(position < start ? 'program' : 'name', piece.value)
    }
  }
  return joined(pieces, shown)
}

/** The placeholder of a secret, which would otherwise be read as redirections. */
const PLACEHOLDER = /<SECRET:[\w-]{1,60}(?:#\d{1,6})?>/g

/** Whether a word never varies: programs, their wrappers, sub-commands and tasks. */
const isFixed = (word: string, { isProgram: isFirst, isTask }: { isProgram: boolean; isTask: boolean }): boolean => {
  if (word.startsWith('-')) return isShownOption(word)
  return isPlainWord(word) || (isFirst ? isShownProgram(word.replace(VERSION, '')) : isTask && isTaskName(word))
}

/** The version in `npx eslint@9`. */
const VERSION = /@[\d.]{1,12}$/

const nameOf = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

/** Program and sub-command of another command in the line. */
const shapeOfLine = (words: readonly Piece[]): string =>
  shapeOf({ tool: 'bash', kind: 'terminal', subject: words.map(({ text }) => text).join(' ') })

/** Whether a line runs a program by its path on this machine, outside of the working directory. */
export const runsElsewhere = (line: string, shape: string): boolean => {
  const pieces = piecesOf(line)
  const segment = segmentsOf(pieces)[mainSegment(pieces, segmentsOf(pieces), shape)] ?? []
  return segment.some(
    (index) => isProgram(pieces[index]?.value ?? '', shape) && isElsewhere(pieces[index]?.value ?? ''),
  )
}

/**
 * The command that gave the line its shape: `git commit` in `git add x && git commit`; else the first command of the
 * same program.
 */
const mainSegment = (pieces: readonly Piece[], segments: readonly number[][], shape: string): number => {
  const [, ...verbs] = shape.split(' ')
  const ofProgram = segments.map((segment) => segment.some((index) => isProgram(pieces[index]?.value ?? '', shape)))
  const whole = segments.findIndex(
    (segment, at) =>
      ofProgram[at] === true && verbs.every((verb) => segment.some((index) => pieces[index]?.value === verb)),
  )
  return Math.max(0, whole >= 0 ? whole : ofProgram.indexOf(true))
}

const isProgram = (word: string, shape: string): boolean => {
  const name = word.slice(word.lastIndexOf('/') + 1)
  const first = shape.split(' ', 1)[0] ?? ''
  return first !== '' && (name === first || name.startsWith(`${first}@`))
}

const isPlace = ({ value, quote }: Piece): boolean =>
  quote === '' && !value.startsWith('-') && /^(?:file|path)$/.test(looksLike(value))

const ASSIGNMENT = /^[A-Za-z_]\w*=/

/** Index of the first argument, after assignments, wrappers and the program itself. */
const startOf = (words: readonly Piece[], shape: string | undefined): number => {
  const named = shape === undefined ? -1 : words.findIndex((word) => isProgram(word.value, shape))
  if (named >= 0) return named + 1
  const first = words.findIndex((word) => !ASSIGNMENT.test(word.value))
  return first < 0 ? words.length : first + 1
}

/** Sub-commands that take a sub-command of their own. */
const NESTING = new Set(
  'git remote,git stash,git worktree,git submodule,git bisect,git notes,git lfs,npm config,npm pkg,docker compose,docker image,docker container,kubectl config,go mod,go tool,go work,cargo xtask,uv tool,uv pip,pip cache,brew services,systemctl --user'.split(
    ',',
  ),
)
const NESTED = /^[a-z][a-z-]{1,20}$/

/** The two words right before a position, such as `git remote`. */
const nameBefore = (words: readonly Piece[], position: number): string =>
  `${words[position - 2]?.value ?? ''} ${words[position - 1]?.value ?? ''}`

const optionBefore = (words: readonly Piece[], position: number): string => {
  const before = words[position - 1]
  return before !== undefined && before.quote === '' && before.value.startsWith('-') ? before.value : ''
}

interface Circumstance {
  standing: Standing
  usual: Shell['usual']
  isMain: boolean
  /** Whether another file or path in the same command varies. */
  isRow: boolean
}

const slotWord = (piece: Piece, { table, ...circumstance }: Circumstance & { table: Slots }): string => {
  const { value, quote } = piece
  const { standing } = circumstance
  if (NOTHING.has(value)) return piece.text
  const variable = VARIABLE.exec(value)?.[1]
  if (variable !== undefined) return isPlainWord(variable) ? piece.text : `"${table.slot('variable', value)}"`
  const assigned = /^(--?[\w-]{1,40}=|[A-Za-z_]\w{0,40}=)(.+)$/s.exec(value)
  if (assigned !== null && quote === '') {
    const [, given = '', rest = ''] = assigned
    const option = given.replace('=', '')
    const name = isShownName(option) ? given : `${table.slot(option.startsWith('-') ? 'option' : 'variable', option)}=`
    if (isPlainWord(unquoted(rest)) && !isVolatile(rest, { ...circumstance, usual: () => circumstance.usual(value) }))
      return `${name}${rest}`
    return `${name}${table.slot(slotName(unquoted(rest), { ...standing, option }), rest)}`
  }
  if (quote === '' && value.startsWith('-')) return isShownOption(value) ? piece.text : table.slot('option', value)
  const isKept = isPlainWord(value) && !(circumstance.isRow && isPlace(piece)) && !isVolatile(value, circumstance)
  if (isKept) return piece.text
  const mixed = quote === '' && /^["']|["']$/.test(value) ? '"' : quote
  return `${mixed}${table.slot(slotName(unquoted(value), standing), value)}${mixed}`
}

/** Words that mean the same everywhere. */
const NOTHING = new Set(['', '.', '..', '-', '--', '*'])
const VARIABLE = /^\$\{?(\w+)\}?$/

const isShownName = (name: string): boolean =>
  name.startsWith('-') ? isShownOption(name) : isPlainWord(name) || VARIABLES.has(name)

/** Variables that tests, builds and linters of many projects are run with. */
const VARIABLES = new Set(
  'CI NODE_ENV NODE_OPTIONS PYTHONPATH PYTHONUNBUFFERED DJANGO_SETTINGS_MODULE RUST_LOG RUST_BACKTRACE RUSTFLAGS CGO_ENABLED GOFLAGS GOOS GOARCH RAILS_ENV FORCE_COLOR NO_COLOR CFLAGS LDFLAGS JAVA_OPTS TZ LC_ALL'.split(
    ' ',
  ),
)

const unquoted = (text: string): string => text.replace(/^["']|["']$/g, '')

/** A path on one user's machine means nothing on another; paths of the system are the same everywhere. */
const isElsewhere = (path: string): boolean => isRooted(path) && !/^\/(?:dev|usr|bin|sbin|etc|opt|proc)\//.test(path)

/**
 * Plain words that a single example cannot tell from names. They are kept, because a sub-command or a setting is
 * likelier.
 */
const PLAIN = new Set(['name', 'pattern'])

const isVolatile = (value: string, { usual, isMain, standing }: Circumstance): boolean => {
  if (isElsewhere(value)) return true
  const share = usual(value)
  if (share >= USUAL_SHARE) return false
  const looks = looksLike(value)
  if (!isMain && Number.isNaN(share)) return looks !== 'name' && looks !== 'number' && looks !== 'pattern'
  if (!isMain && looks === 'number') return false
  if (Number.isNaN(share)) return !PLAIN.has(slotName(value, standing)) && looks !== 'number'
  return true
}

/** Joins neighbouring slots of files: `git add a.ts b.ts c.ts` is shown with one slot. */
const joined = (pieces: readonly Piece[], shown: readonly string[]): string => {
  let text = ''
  let last = ''
  for (const [index, piece] of pieces.entries()) {
    const next = shown[index] ?? ''
    const base = piece.kind === 'word' && next !== piece.text ? (/^<([a-z-]+?)(?:-\d+)?>$/.exec(next)?.[1] ?? '') : ''
    if (base !== '' && base === last) {
      text = text.trimEnd()
      continue
    }
    text += next
    if (piece.kind !== 'blank') last = base
  }
  return text
}
