import { clip } from '../lib/excerpt.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import type { SessionProfile } from '../schema/listing/session-profile.ts'
import type { ProfileCall, ProfileTurn } from '../schema/tally.ts'
import { FILE_ENDING } from './signature.ts'

type ContextMarker = SessionProfile['contextMarkers'][number]

/**
 * What a session is about: the 20 file paths, addresses and code blocks that occur in most messages. A call's subject
 * counts as a message of its own. At most 3 paths and 2 addresses of a message count, so that one listing cannot flood
 * the result. Equals are ordered by value.
 */
export const contextMarkers = (turns: readonly ProfileTurn[], calls: readonly ProfileCall[]): ContextMarker[] => {
  const counts: Counts = new Map()
  for (const turn of turns) {
    if (turn.synthetic || turn.agent !== undefined) continue
    countText(counts, turn.text)
    countBlocks(counts, turn.text)
  }
  for (const call of calls) if (!call.trivial && call.subject !== '') countCall(counts, call)
  return [...counts.values()].toSorted(mostFrequentFirst).slice(0, MOST_MARKERS)
}

const MOST_MARKERS = 20
const MAX_PATHS = 3
const MAX_URLS = 2
const MAX_BLOCKS = 2
const MAX_VALUE_CHARS = 200
const MAX_BLOCK_CHARS = 80
/** Enough for every text: turns hold 1,000 characters and subjects 120. */
const MAX_LOOK_CHARS = 2_000

type Counts = Map<string, ContextMarker>

const add = (counts: Counts, kind: ContextMarker['kind'], value: string): void => {
  const key = `${kind} ${value}`
  const known = counts.get(key)
  if (known === undefined) counts.set(key, { kind, value, count: 1 })
  else known.count++
}

const mostFrequentFirst = (one: ContextMarker, other: ContextMarker): number => {
  if (one.count !== other.count) return other.count - one.count
  if (one.value !== other.value) return one.value < other.value ? -1 : 1
  return one.kind < other.kind ? -1 : 1
}

const countCall = (counts: Counts, { tool, subject }: ProfileCall): void => {
  const { family } = readToolFacts(tool)
  const isWhole = (family === 'read' || family === 'edit') && !subject.includes('*** ') && !subject.endsWith('…')
  // The subject of a file tool is its path, even with blanks.
  if (isWhole && /^[^\n|<>*]+$/.test(subject)) add(counts, 'path', shown(subject))
  else countText(counts, subject.replace(ENTERED, ''))
}

/** The directory that a command runs in is not what the call is about. */
const ENTERED = /^cd \S{1,120} (?:&&|;) /

const WORD = /[^\s"'`<>|;()[\]{},]+/g
const URL = /^[a-z][a-z0-9+.-]{1,11}:\/\/[^/\s]/i

const countText = (counts: Counts, text: string): void => {
  const paths = new Set<string>()
  const urls = new Set<string>()
  for (const [word] of text.slice(0, MAX_LOOK_CHARS).matchAll(WORD)) {
    if (URL.test(word)) {
      if (urls.size < MAX_URLS) urls.add(clip(word.replace(/[.,:!?*]{1,9}$/, ''), MAX_VALUE_CHARS))
    } else if (paths.size < MAX_PATHS) {
      const path = pathOf(word)
      if (path !== undefined) paths.add(path)
    }
    if (paths.size === MAX_PATHS && urls.size === MAX_URLS) break
  }
  for (const path of paths) add(counts, 'path', path)
  for (const url of urls) add(counts, 'url', url)
}

const ROOTED = /^(?:~|\.{1,2})?\/[\w.@~-]|^(?:\.{1,2}\\|[A-Za-z]:[/\\])\w/
const FILE = new RegExp(`[\\w\\])-]\\.(?:${FILE_ENDING})$`)
const SEGMENTS = /^[\w.@+~%-]+(?:\/[\w.@+~%-]+)*\/?$/
/** Not paths: a device, a bare `/` or `..`, and a word ending in `…`, which was cut. */
const NO_PATH = /^\/dev\/|^[./~\\]+$|[*?$^…]|^s\/|^--?\w/

const pathOf = (word: string): string | undefined => {
  // `--file=src/a.ts` contains a path, `@src/a.ts` is a mention, `src/a.ts:12:3` a position, and a full stop may follow
  // a path.
  const path = word
    .slice(word.lastIndexOf('=') + 1)
    .replace(/^@+/, '')
    .replace(/[.,:!?]{1,9}$/, '')
    .replace(/(?::\d{1,7}(?:-\d{1,7})?){1,2}$/, '')
  if (path.length < 3 || path.length > MAX_VALUE_CHARS || NO_PATH.test(path)) return undefined
  if (FILE.test(path) && (SEGMENTS.test(path) || ROOTED.test(path))) return shown(path)
  if (ROOTED.test(path)) return isCommand(path) ? undefined : shown(path)
  const slashes = path.split('/', 4).length - 1
  return slashes >= 2 && SEGMENTS.test(path) && !/^[\d/.]+$/.test(path) ? shown(path) : undefined
}

/**
 * In a message `/review` is a command and `/api` an address. A session is hardly ever about a directory of the root.
 */
const isCommand = (path: string): boolean => /^\/[\w:.-]*$/.test(path)

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|[A-Za-z]:[/\\]Users[/\\][^/\\]+)(?=[/\\]|$)/

const shown = (path: string): string => clip(path.replace(HOME, '~').replace(/^\.\/(?=.)/, ''), MAX_VALUE_CHARS)

const countBlocks = (counts: Counts, text: string): void => {
  for (const block of codeBlocksIn(text)) add(counts, 'code', block)
}

/** The fenced blocks of a message, each by its first line; at most two. */
export const codeBlocksIn = (text: string): string[] => {
  const lines = text.slice(0, MAX_LOOK_CHARS).split('\n')
  const blocks = new Set<string>()
  let open = false
  for (const [index, line] of lines.entries()) {
    if (!line.trimStart().startsWith('```')) continue
    open = !open
    const first = lines.slice(index + 1, index + 6).find((next) => next.trim() !== '')
    if (!open || first === undefined || first.trimStart().startsWith('```')) continue
    if (blocks.size < MAX_BLOCKS) blocks.add(clip(first.trim(), MAX_BLOCK_CHARS))
  }
  return [...blocks]
}
