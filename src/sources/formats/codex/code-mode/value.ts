import type { Function as FunctionNode } from 'acorn'

/**
 * What is known about a value of a script that is read and never run. A result of a nested call stays a symbol, so that a printed
 * text can be traced back to the call it came from.
 */
export type Value =
  | { kind: 'known'; value: Primitive }
  | { kind: 'list'; items: Value[] }
  | { kind: 'record'; fields: Map<string, Value> }
  /** What a nested call returned, or a field of it. `call` is its index among the calls of the run. */
  | { kind: 'result'; call: number; path: readonly string[] }
  /** What a nested call threw. */
  | { kind: 'thrown'; call: number }
  | { kind: 'json'; of: Value }
  /** Strings put together, some of them not known. */
  | { kind: 'joined'; parts: Value[] }
  | { kind: 'function'; node: FunctionNode; scope: Scope }
  /** Something the runtime offers, by its dotted name: `tools.exec_command`, `text`, `JSON.stringify`. */
  | { kind: 'builtin'; name: string }
  /** Not known. `calls` are those whose results went into it. */
  | { kind: 'opaque'; calls: readonly number[] }

export type Primitive = string | number | boolean | null | undefined

export interface Scope {
  names: Map<string, Value>
  parent: Scope | undefined
}

export const known = (value: Primitive): Value => ({ kind: 'known', value })

export const OPAQUE: Value = { kind: 'opaque', calls: [] }

/** A value that cannot be followed, made of others. */
export const opaque = (...from: Value[]): Value => {
  const calls = new Set<number>()
  for (const value of from) for (const call of callsIn(value)) calls.add(call)
  return calls.size === 0 ? OPAQUE : { kind: 'opaque', calls: [...calls] }
}

/** The nested calls whose results are part of a value. */
export const callsIn = (value: Value): number[] => {
  const calls = new Set<number>()
  everyPart(value, (part) => {
    if (part.kind === 'result' || part.kind === 'thrown') calls.add(part.call)
    else if (part.kind === 'opaque') for (const call of part.calls) calls.add(call)
    return true
  })
  return [...calls]
}

/** Whether nothing of the value is left to guess. */
export const isWhole = (value: Value): boolean =>
  everyPart(value, ({ kind }) => kind === 'known' || kind === 'list' || kind === 'record')

/** Visits each part once: a script can put one list into another in a loop, and following every way would never end. */
const everyPart = (value: Value, holds: (part: Value) => boolean): boolean => {
  const seen = new Set<Value>([value])
  for (const part of seen) {
    if (!holds(part)) return false
    for (const inner of partsOf(part)) seen.add(inner)
  }
  return true
}

const partsOf = (value: Value): Iterable<Value> => {
  if (value.kind === 'list') return value.items
  if (value.kind === 'joined') return value.parts
  if (value.kind === 'json') return [value.of]
  return value.kind === 'record' ? value.fields.values() : []
}

/** Whether a condition on this value holds; undefined where only the run of the script could tell. */
export const truth = (value: Value): boolean | undefined => {
  switch (value.kind) {
    case 'known':
      return Boolean(value.value)
    case 'list':
    case 'record':
    case 'function':
    case 'builtin':
    case 'thrown':
      return true
    case 'result':
      return value.path.length === 0 ? true : undefined
    default:
      return undefined
  }
}

/** Strings put together; neighbouring known ones become one. */
export const join = (parts: readonly Value[]): Value => {
  const flat: Value[] = []
  for (const part of parts.flatMap((each) => (each.kind === 'joined' ? each.parts : [each]))) {
    // A text that is added to itself doubles its parts each time.
    if (flat.length >= MOST_PARTS) return opaque(...parts)
    const last = flat.at(-1)
    if (part.kind === 'known' && last?.kind === 'known') {
      const text = `${String(last.value)}${String(part.value)}`
      if (text.length > TEXT_CHARS) return opaque(...parts)
      flat[flat.length - 1] = known(text)
    } else flat.push(part.kind === 'known' ? known(String(part.value)) : part)
  }
  const [only, second] = flat
  if (only === undefined) return known('')
  return second === undefined ? only : { kind: 'joined', parts: flat }
}

/** The value as the JSON a tool is given. Parts that are not known become `…`; a value that is not known at all is left out. */
export const toJson = (value: Value, budget = { parts: JSON_PARTS }, depth = 0): unknown => {
  if (budget.parts-- <= 0 || depth > JSON_DEPTH) return undefined
  switch (value.kind) {
    case 'known':
      return value.value
    case 'list':
      return value.items.slice(0, JSON_PARTS).map((item) => toJson(item, budget, depth + 1) ?? null)
    case 'record':
      return Object.fromEntries(
        [...value.fields].flatMap(([name, field]) => {
          const json = toJson(field, budget, depth + 1)
          return json === undefined ? [] : [[name, json]]
        }),
      )
    case 'joined':
      return value.parts.map((part) => (part.kind === 'known' ? String(part.value) : UNKNOWN_PART)).join('')
    default:
      return undefined
  }
}

/** Stands in arguments for what the script worked out while it ran. */
const UNKNOWN_PART = '…'

// Arguments have a dozen parts; a value that holds itself has no end.
const JSON_PARTS = 5_000
const JSON_DEPTH = 50
// Doubling a text in a loop must not fill the memory.
const TEXT_CHARS = 1_048_576

/** A text of more pieces than these is not put together. */
const MOST_PARTS = 500
