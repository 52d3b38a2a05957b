import { parse, type Program } from 'acorn'
import { type Item, SCRIPT_CHARS } from '../open-scripts.ts'
import type { Print } from './machine.ts'
import { readCut } from './cut-output.ts'
import { matchText, type SeenCalls } from './printed.ts'
import { known, type Value } from './value.ts'
import { type Walk, walk } from './walk.ts'

/** What a script did: the calls it made, and what its output shows of each. */
export interface ScriptRun {
  walk: Walk
  seen: SeenCalls
  /** How many of the prints were found in the output. */
  printed: number
}

/** Parses a script. Undefined: too long, or no JavaScript. */
export const parseScript = (source: string): Program | undefined => {
  if (source.length > SCRIPT_CHARS) return undefined
  const known = recent.get(source)
  if (known !== undefined) return known
  const program = parseAnew(source)
  if (program === undefined || source.length > REMEMBERED_CHARS) return program
  if (recent.size >= REMEMBERED) recent.clear()
  recent.set(source, program)
  return program
}

/** A script is read when it begins and again with each of its outputs, which nearly always follow at once. */
const recent = new Map<string, Program>()
const REMEMBERED = 8
const REMEMBERED_CHARS = 16_384

const parseAnew = (source: string): Program | undefined => {
  try {
    return parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    })
  } catch {
    return undefined // A syntax error, or nested deeper than the stack.
  }
}

/** Before anything is printed: the way with the fewest calls, because every other one makes as many. */
export const expectedWalk = (program: Program): Walk | undefined => {
  let fewest: Walk | undefined
  for (const each of walks(program, FIRST_WALKS)) {
    if (fewest === undefined || isLess(each, fewest)) fewest = each
  }
  return fewest
}

/** A way that throws comes last: scripts are written to end well. */
const isLess = (a: Walk, b: Walk): boolean => (a.threw === b.threw ? a.calls.length < b.calls.length : !a.threw)

/**
 * Finds the way through the script that prints what was printed. `isOver` is false for a script that goes on running or
 * was broken off: then it may have more to print. `tool` is a tool that the script is known to have called.
 */
export const readRun = (
  program: Program,
  items: readonly Item[],
  { isOver, tool }: { isOver: boolean; tool?: string | undefined },
): ScriptRun | undefined => {
  for (const each of walks(program, WALKS)) {
    if (isOver && each.threw) continue
    if (tool !== undefined && !each.calls.some((call) => call.tool === tool)) continue
    const seen = matchPrints(each.prints, items, isOver)
    if (seen !== undefined) return { walk: each, seen, printed: Math.min(items.length, each.prints.length) }
  }
  const fewest = expectedWalk(program)
  return fewest === undefined ? undefined : { walk: fewest, seen: readCut(fewest.prints, items), printed: 0 }
}

/** Every way through the script, those with the shortest loops first. */
const walks = function* (program: Program, limit: number): Generator<Walk> {
  let decisions: boolean[] = []
  for (let count = 0; count < limit; count++) {
    const each = safeWalk(program, decisions)
    if (each === undefined) return
    yield each
    const taken = Array.from({ length: Math.min(each.asked, DECISIONS) }, (_, index) => decisions[index] ?? true)
    const last = taken.lastIndexOf(true)
    if (last < 0) return
    decisions = [...taken.slice(0, last), false]
  }
}

const safeWalk = (program: Program, decisions: readonly boolean[]): Walk | undefined => {
  try {
    return walk(program, decisions)
  } catch {
    return undefined // Expressions nested deeper than the stack.
  }
}

const matchPrints = (prints: readonly Print[], items: readonly Item[], isOver: boolean): SeenCalls | undefined => {
  if (items.length <= prints.length && (!isOver || items.length === prints.length)) {
    const seen = matchInOrder(prints, items) ?? matchUnordered(prints, items)
    if (seen !== undefined) return seen
  }
  const [only] = items
  return items.length === 1 && only !== undefined && prints.length > 1 ? matchMerged(prints, only) : undefined
}

const matchInOrder = (prints: readonly Print[], items: readonly Item[]): SeenCalls | undefined => {
  if (prints.some((print) => print.isUnordered) && prints.length > 1) return undefined
  const seen: SeenCalls = new Map()
  return items.every((item, index) => isPrinted(prints[index], item, seen)) ? seen : undefined
}

/** Functions that run side by side print in the order in which they are done: only a print with words of its own is known. */
const matchUnordered = (prints: readonly Print[], items: readonly Item[]): SeenCalls | undefined => {
  if (!prints.some((print) => print.isUnordered)) return undefined
  const seen: SeenCalls = new Map()
  const left = [...prints]
  for (const item of items) {
    const found = left.findIndex((print) => isPrinted(print, item, new Map()))
    const [print] = found < 0 ? [] : left.splice(found, 1)
    if (print === undefined) return undefined
    if (!print.isUnordered || isLabelled(print.value)) isPrinted(print, item, seen)
  }
  return seen
}

const isPrinted = (print: Print | undefined, item: Item, seen: SeenCalls): boolean => {
  if (print === undefined || print.isText !== (item !== undefined)) return false
  return item === undefined || matchText(print.value, item, seen)
}

/** A long output is one item that holds everything that was printed, each print on a new line. */
const matchMerged = (prints: readonly Print[], item: string): SeenCalls | undefined => {
  const seen: SeenCalls = new Map()
  const parts = prints.flatMap(({ value }, index): Value[] => {
    const inner = value.kind === 'joined' ? value.parts : [value]
    return index === 0 ? [...inner] : [known('\n'), ...inner]
  })
  return matchText({ kind: 'joined', parts }, item, seen) ? seen : undefined
}

const isLabelled = (value: Value): boolean =>
  value.kind === 'joined' && value.parts.some((part) => part.kind === 'known' && String(part.value).trim() !== '')

const FIRST_WALKS = 8
const WALKS = 80
const DECISIONS = 70
