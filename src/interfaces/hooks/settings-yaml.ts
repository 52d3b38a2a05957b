import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isMap,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml'
import { isRecord } from '../../lib/json.ts'
import { behindMark, indentAt, lineEnd, spliced, unreadable } from './settings-text.ts'

/** A place in a settings file: the keys from the root, and the path of the file for errors. */
export interface YamlPlace {
  keys: readonly [string, ...string[]]
  path: string
}

/** The value at a place; undefined if there is none. */
export const readYaml = (text: string, { keys, path }: YamlPlace): unknown => {
  const { js } = parsed(text.replace(/^\uFEFF/, ''), path)
  return keys.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), js)
}

/** Puts this value at the place. No other byte changes, not even in comments. */
export const putYaml = (given: string, place: YamlPlace, value: unknown): string =>
  behindMark(given, (text) =>
    checked(text, putAt(text, place, value), { place, isRight: (now) => isDeepStrictEqual(now, value) }),
  )

/** Removes the value at the place, or restores the one that `original` had there. */
export const takeYaml = (given: string, place: YamlPlace, original: string | undefined): string =>
  behindMark(given, (text) => {
    const before = original === undefined ? undefined : readYaml(original, place)
    const after =
      original === undefined || before === undefined
        ? takeAt(text, place, original)
        : restoredAt(text, place, original.replace(/^\uFEFF/, ''))
    return checked(text, after, { place, isRight: (now) => isDeepStrictEqual(now, before) })
  })

interface Parsed {
  root: YAMLMap<unknown, Node> | undefined
  js: unknown
}

/** Parses block YAML with a map at its root, or only comments; refuses anything else. */
const parsed = (text: string, path: string): Parsed => {
  // The library's own check for duplicate keys compares each key with all before it, which takes minutes for a large
  // file.
  const document = parseDocument<Node>(text, { prettyErrors: false, logLevel: 'error', uniqueKeys: false })
  const [first] = document.errors
  if (first !== undefined) throw unreadable(path, describe(first), { text, offset: first.pos[0] })
  refuseDuplicates(document, text, path)
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null)) return { root: undefined, js: {} }
  if (!isMap<unknown, Node>(contents) || contents.flow === true)
    throw unreadable(path, 'the file does not consist of `key: value` lines', { text, offset: 0 })
  try {
    return { root: contents, js: document.toJS() }
  } catch (error) {
    throw unreadable(path, `this cannot be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

const describe = ({ code, message }: YAMLParseError): string => {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here, and settings are one'
  return /call stack/.test(message) ? 'this is nested too deeply' : `this is not YAML (${message})`
}

/** Refuses two entries with one name: programs read one or the other, so there is no right place for ours. */
const refuseDuplicates = (document: Document<Node>, text: string, path: string): void => {
  const seenIn = new WeakMap<object, Set<unknown>>()
  visit(document, {
    Pair: (_, pair, above) => {
      const map = above.at(-1)
      // Two merge keys do not contradict each other: the earlier one wins.
      if (map === undefined || !isScalar(pair.key) || pair.key.value === '<<') return
      const seen = seenIn.get(map) ?? new Set()
      if (seen.has(pair.key.value))
        throw unreadable(path, `\`${String(pair.key.value)}\` is there twice`, { text, offset: rangeOf(pair.key)[0] })
      seenIn.set(map, seen.add(pair.key.value))
    },
  })
}

const putAt = (text: string, { keys, path }: YamlPlace, value: unknown): string => {
  let map = parsed(text, path).root
  if (map === undefined) return appended(text, blockLines(nested(keys, value), '', lineEnd(text)))
  for (const [depth, key] of keys.entries()) {
    const rest = nested(keys.slice(depth), value)
    const pair = pairOf(map, key)
    if (pair === undefined) return insertPair(text, map, rest)
    const inner = nested(keys.slice(depth + 1), value)
    if (depth === keys.length - 1 || isEmpty(pair.value)) return replaceValue(text, pair, inner)
    if (!isMap<unknown, Node>(pair.value))
      throw unreadable(path, `\`${key}\` holds no entries of its own`, { text, offset: startOf(pair) })
    map = pair.value
  }
  return text
}

const nested = (keys: readonly string[], value: unknown): unknown =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)

const pairOf = (map: YAMLMap<unknown, Node>, key: string): Pair<unknown, Node> | undefined =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)

const isEmpty = (value: Node | null): boolean =>
  value === null || (isScalar(value) && value.value === null) || (isMap(value) && value.items.length === 0)

const rangeOf = (value: unknown): readonly [number, number] => {
  const range = (value as Node | null)?.range
  return range === null || range === undefined ? [0, 0] : [range[0], range[1]]
}

const startOf = (pair: Pair<unknown, Node>): number => rangeOf(pair.key)[0]

const insertPair = (text: string, map: YAMLMap<unknown, Node>, entry: unknown): string => {
  const last = map.items.at(-1)
  const [start, end] = rangeOf(map)
  if (map.flow === true || last === undefined) {
    const at = last === undefined ? start + 1 : Math.max(rangeOf(last.value)[1], rangeOf(last.key)[1])
    return spliced(text, [at, at], `${last === undefined ? '' : ', '}${flow(entry).slice(1, -1)}`)
  }
  const first = map.items[0] ?? last
  const lines = blockLines(entry, indentAt(text, startOf(first)), lineEnd(text))
  const at = lineAfter(text, end)
  return at === text.length ? appended(text, lines) : spliced(text, [at, at], lines + lineEnd(text))
}

/** Appends lines, and keeps as many line ends at the end as before. */
const appended = (text: string, lines: string): string => {
  if (text === '' || text.endsWith('\n')) return text + lines + lineEnd(text)
  return text + lineEnd(text) + lines
}

/** `offset` if it is the start of a line, else the start of the next line. */
const lineAfter = (text: string, offset: number): number => {
  if (offset === 0 || text[offset - 1] === '\n') return offset
  const next = text.indexOf('\n', offset)
  return next < 0 ? text.length : next + 1
}

const replaceValue = (text: string, pair: Pair<unknown, Node>, value: unknown): string => {
  const [start, end] = rangeOf(pair.value)
  if (start < end) return spliced(text, [start, end], flow(value))
  const colon = text.indexOf(':', rangeOf(pair.key)[1]) + 1
  return spliced(text, [colon, colon], ` ${flow(value)}`)
}

/** Every text is quoted, so that none becomes a number, a date or a comment. */
const flow = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${flow(inner)}`)
    .join(', ')}}`
}

const blockLines = (value: unknown, indent: string, end: string): string =>
  Object.entries(isRecord(value) ? value : {})
    .map(([key, inner]) =>
      isRecord(inner)
        ? `${indent}${key}:${end}${blockLines(inner, `${indent}  `, end)}`
        : `${indent}${key}: ${flow(inner)}`,
    )
    .join(end)

/** Restores everything between the colon and the end of the value, including blanks and quotes. */
const restoredAt = (text: string, { keys, path }: YamlPlace, original: string): string => {
  const [from, to] = [original, text].map((each) => {
    const found = keys.reduce<Node | null | undefined>(
      (node, key) => (isMap<unknown, Node>(node) ? pairOf(node, key)?.value : undefined),
      parsed(each, path).root,
    )
    const end = rangeOf(found)[1]
    return [each.lastIndexOf(':', rangeOf(found)[0]) + 1, end] as const
  })
  return from === undefined || to === undefined ? text : spliced(text, to, original.slice(...from))
}

const takeAt = (text: string, { keys, path }: YamlPlace, original: string | undefined): string => {
  let map = parsed(text, path).root
  let parent: Pair<unknown, Node> | undefined
  for (const key of keys.slice(0, -1)) {
    parent = map === undefined ? undefined : pairOf(map, key)
    map = isMap<unknown, Node>(parent?.value) ? parent.value : undefined
  }
  const pair = map === undefined ? undefined : pairOf(map, keys.at(-1) ?? '')
  if (map === undefined || pair === undefined) return text
  if (parent === undefined || map.items.length > 1) return removePair(text, map, pair)
  const above = keys.slice(0, -1) as [string, ...string[]]
  if (original === undefined || readYaml(original, { keys: above, path }) === undefined)
    return takeAt(text, { keys: above, path }, original)
  const colon = text.indexOf(':', rangeOf(parent.key)[1]) + 1
  const [, end] = rangeOf(map)
  return spliced(text, [colon, end], ` {}${text[end - 1] === '\n' ? lineEnd(text) : ''}`)
}

const removePair = (text: string, map: YAMLMap<unknown, Node>, pair: Pair<unknown, Node>): string => {
  const end = Math.max(rangeOf(pair.value)[1], rangeOf(pair.key)[1])
  if (map.flow === true) {
    const index = map.items.indexOf(pair)
    const [previous, next] = [map.items[index - 1], map.items[index + 1]]
    if (previous !== undefined)
      return spliced(text, [Math.max(rangeOf(previous.value)[1], rangeOf(previous.key)[1]), end], '')
    return spliced(text, [startOf(pair), next === undefined ? end : startOf(next)], '')
  }
  const start = text.lastIndexOf('\n', startOf(pair) - 1) + 1
  const after = lineAfter(text, end)
  const isLast = after === text.length && !text.endsWith('\n') && start > 0
  return spliced(text, [isLast ? start - (text[start - 2] === '\r' ? 2 : 1) : start, after], '')
}

/**
 * Reads the result back and refuses it if it differs from what was intended: YAML has more forms than we can foresee.
 */
const checked = (
  before: string,
  after: string,
  { place, isRight }: { place: YamlPlace; isRight: (value: unknown) => boolean },
): string => {
  const { keys, path } = place
  const isSame = isDeepStrictEqual(without(parsed(before, path).js, keys), without(reparsed(after, place), keys))
  if (isSame && isRight(readYaml(after, place))) return after
  throw cannotEdit(place)
}

const reparsed = (text: string, place: YamlPlace): unknown => {
  try {
    return parsed(text, place.path).js
  } catch {
    throw cannotEdit(place)
  }
}

const cannotEdit = ({ keys, path }: YamlPlace): Error =>
  unreadable(path, `\`${keys.join('.')}\` cannot be changed here without touching other lines`, {
    hint: 'nothing was changed; change it by hand, docs/install-hooks.md shows the lines',
  })

const without = (value: unknown, keys: readonly string[]): unknown => {
  const [key = '', ...rest] = keys
  if (!isRecord(value) || !(key in value)) return value
  const { [key]: inner, ...others } = value
  const left = rest.length === 0 ? undefined : without(inner, rest)
  const isGone = left === undefined || left === null || (isRecord(left) && Object.keys(left).length === 0)
  return isGone ? others : { ...others, [key]: left }
}
