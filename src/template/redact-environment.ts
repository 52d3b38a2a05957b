import { findSecrets } from '../lib/redact/find.ts'
import { isGenerated, lookOf } from '../lib/redact/generated.ts'
import { claimOf } from '../lib/redact/names.ts'
import type { Span } from '../lib/redact/span.ts'
import { isStandIn, looksWritten } from '../lib/redact/values.ts'

/** Shorter values would be found in words and numbers that have nothing to do with them. */
const SHORTEST_VALUE = 8
/** A word that long is a passphrase, not `production`. */
const SHORTEST_PHRASE = 16

/** The values of an environment that are secret by the name of their variable or by their look, the longest first. */
export const secretValuesOf = (env: Readonly<Record<string, string | undefined>>): string[] => {
  const values = new Set<string>()
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value.length < SHORTEST_VALUE) continue
    if (isSecretValue(name, value)) values.add(value)
    // A connection string is no secret but for the password in it.
    else for (const { start, end } of findSecrets(value)) values.add(value.slice(start, end))
  }
  return [...values]
    .filter((value) => value.length >= SHORTEST_VALUE)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/** What databases are delivered with: their names stand in too many commands. */
const DELIVERED = new Set('postgres password rabbitmq minioadmin elastic cassandra couchdb neo4jneo4j'.split(' '))

const isSecretValue = (name: string, value: string): boolean => {
  const claim = claimOf(name)
  if (/^[~/]|^[A-Za-z]:[\\/]|:\/\//.test(value)) return false
  // The name of the variable says that the value is a password, whatever the value looks like.
  if (claim === 'password') return !DELIVERED.has(value.toLowerCase())
  if (/^\.|^\d+$|^(?:true|false)$/i.test(value)) return false
  // Whatever the variable is called: a person does not write such a word, a program generates it.
  if (claim === 'none') return value.length >= SHORTEST_PHRASE && !/\s/.test(value) && isGenerated(lookOf(value))
  if (claim === 'weak') return !isStandIn(value) && !/\s/.test(value) && isNoWord(value)
  if (/\d/.test(value) && !/\s/.test(value)) return true
  // A passphrase; what is shorter may be a setting, such as `production`.
  return value.length >= SHORTEST_PHRASE || (!/\s/.test(value) && !looksWritten(value))
}

const isNoWord = (value: string): boolean => (/\d/.test(value) && !looksWritten(value)) || isGenerated(lookOf(value))

const KIND = 'environment'

/** Where these very values stand in a text, as they are or as JSON and URLs write them, or what a cut left of them. */
export const exactSpans = (text: string, values: readonly string[]): Span[] => {
  const spans: Span[] = []
  const cuts = cutsIn(text)
  for (const value of values) {
    for (const written of new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])) {
      for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + written.length)) {
        spans.push({ start: at, end: at + written.length, kind: KIND })
      }
      for (const cut of cuts) spans.push(...remnantsAt(text, cut, written))
    }
  }
  return spans
}

interface Cut {
  /** Where the text before it ends, and where that behind it begins. */
  end: number
  start: number
}

const CUT = /\s{0,4}…\s{0,4}/g
/** More of them in one text are not ours. */
const MOST_CUTS = 40

/** The places where a longer text may have been cut: its edges and its marks. */
const cutsIn = (text: string): Cut[] => [
  { end: 0, start: 0 },
  ...Array.from(text.matchAll(CUT), (match) => ({ end: match.index, start: match.index + match[0].length })).slice(
    0,
    MOST_CUTS,
  ),
  { end: text.length, start: text.length },
]

/** The beginning of a value right before a cut, and its end right behind one: half a secret is half a secret. */
const remnantsAt = (text: string, { end, start }: Cut, value: string): Span[] => {
  const spans: Span[] = []
  const before = text.slice(end - SHORTEST_VALUE, end)
  for (let at = value.indexOf(before); at >= 0 && end >= SHORTEST_VALUE; at = value.indexOf(before, at + 1)) {
    const length = at + SHORTEST_VALUE
    if (length < value.length && text.endsWith(value.slice(0, length), end)) {
      spans.push({ start: end - length, end, kind: KIND })
    }
  }
  const behind = text.slice(start, start + SHORTEST_VALUE)
  for (
    let at = value.indexOf(behind);
    at >= 0 && behind.length === SHORTEST_VALUE;
    at = value.indexOf(behind, at + 1)
  ) {
    if (at > 0 && text.startsWith(value.slice(at), start)) {
      spans.push({ start, end: start + value.length - at, kind: KIND })
    }
  }
  return spans
}
