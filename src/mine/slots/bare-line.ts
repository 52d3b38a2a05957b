import { type Piece, piecesOf } from '../../shell/pieces.ts'
import { readShell, type ShellCommand } from '../../shell/script.ts'
import { checkIn } from '../../trust/words/own-check.ts'

/**
 * A command line whose checks stand without what was put around them: a pipe into `tail`, `2>&1`, `|| true`, and an
 * `echo` after them. Such additions hide whether the check failed, so no example may teach them. Any other line is
 * returned as it is.
 */
export const bareLine = (line: string): string => {
  if (!HAS_ADDITION.test(line) || line.length > LONGEST_CHARS || /\n|<</.test(line)) return line
  const stages = stagesOf(piecesOf(line))
  if (!stages.every(({ joiner }) => joiner in JOINS)) return line
  const kept: Stage[] = []
  let isAfterCheck = false
  for (const stage of stages) {
    if (isAfterCheck && (stage.joiner === '|' ? isFilter(stage) : isAside(stage))) continue
    const isCheck = isCheckAlone(stage)
    kept.push(isCheck && !writesFile(stage) ? { ...stage, pieces: stage.pieces.filter(isNotQuieting) } : stage)
    isAfterCheck = isCheck
  }
  const bare = kept.map((stage, at) => `${at === 0 ? '' : JOINS[stage.joiner]}${textOf(stage)}`).join('')
  return kept.length === stages.length && bare.length === line.trim().length ? line : bare
}

/**
 * Whether the line does not tell if its check failed, because its exit code is that of another command: the `tail`
 * behind a pipe, or the command after a `;`.
 */
export const hidesCheck = (line: string, shape: string): boolean => {
  const check = checkIn(shape)
  if (check === undefined || check === 'status') return false
  const [wanted] = readShell(shape).commands
  const isWanted = ({ program, words }: ShellCommand): boolean =>
    program === wanted?.program && wanted.words.every((word) => words.includes(word))
  return !readShell(line).deciders.some(isWanted)
}

/** Cheap, because most lines have nothing to take off. */
const HAS_ADDITION = /[|>;]|&& ?echo/
const LONGEST_CHARS = 2_000

/** A simple command of a line with the operator before it; empty for the first. */
interface Stage {
  joiner: string
  pieces: Piece[]
}

/** How kept commands are joined. A line with another operator is left alone. */
const JOINS: Record<string, string> = { '': '', '&&': ' && ', '||': ' || ', ';': '; ', '|': ' | ' }

const stagesOf = (pieces: readonly Piece[]): Stage[] => {
  const stages: Stage[] = [{ joiner: '', pieces: [] }]
  for (const piece of pieces) {
    if (piece.kind === 'operator') stages.push({ joiner: piece.text, pieces: [] })
    else stages.at(-1)?.pieces.push(piece)
  }
  return stages.filter(({ pieces: own }) => own.some(({ kind }) => kind === 'word'))
}

const textOf = ({ pieces }: Stage): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .trim()

const isCheckAlone = (stage: Stage): boolean => {
  const check = checkIn(textOf(stage))
  return check !== undefined && check !== 'status' && readShell(textOf(stage)).commands.some(isNotPreparing)
}

const isNotPreparing = ({ program }: { program: string }): boolean => !/^(?:cd|pushd|export|set|true|:|)$/.test(program)

/** False for `2>&1` and `>/dev/null`. */
const isNotQuieting = ({ kind, text }: Piece): boolean =>
  kind !== 'redirect' || !/^(?:\d?>>? ?(?:&\d|\/dev\/null)|&>>? ?\/dev\/null)$/.test(text)

const writesFile = ({ pieces }: Stage): boolean =>
  pieces.some((piece) => piece.kind === 'redirect' && isNotQuieting(piece))

/** Whether it only passes on a part of what the check printed. */
const isFilter = (stage: Stage): boolean => {
  const { commands } = readShell(textOf(stage))
  return commands.every(({ program }) => FILTERS.has(program))
}

const FILTERS = new Set(
  'head tail grep egrep fgrep rg sed awk cut sort uniq tr wc cat tac tee less more column'.split(' '),
)

const isAside = (stage: Stage): boolean => /^(?:echo|printf|true|:)\b/.test(textOf(stage)) || textOf(stage) === ':'
