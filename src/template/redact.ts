import { findSecrets } from '../lib/redact/find.ts'
import type { Span } from '../lib/redact/span.ts'
import { mergeSpans } from '../lib/redact/span.ts'
import { exactSpans, secretValuesOf } from './redact-environment.ts'
import { createPersonHider } from './redact-person.ts'
import { scannerSpans } from './redact-scanner.ts'

/** Where the user is at home, and what must not leave it. */
export interface RedactorPlace {
  env: Readonly<Record<string, string | undefined>>
  home: string
  userName?: string | undefined
  hostName?: string | undefined
}

export interface Redactor {
  /**
   * The text without secrets, as `<SECRET:kind#1>`, and without the user's home, name and machine. Placeholders that are
   * in it already stay as they are. Redacting what it returned changes nothing.
   */
  redact(text: string): Promise<string>
  /** What would still be replaced in a text, by kind: nothing, for a text that may leave the machine. */
  remaining(text: string): Promise<{ kind: string; count: number }[]>
  /** How often each kind was replaced so far, in the order of their names. */
  report(): { kind: string; count: number }[]
}

/**
 * Redacts the texts of one template with everything we have: our own rules, a maintained scanner, and the exact values of
 * the user's environment. The same secret gets the same placeholder in all of them.
 */
export const createRedactor = (place: RedactorPlace): Redactor => {
  const values = secretValuesOf(place.env)
  const hidePerson = createPersonHider(place)
  const naming = createNaming()
  const counts = new Map<string, number>()
  const memory = new Map<string, Pass>()

  const pass = async (text: string): Promise<Pass> => {
    let result = memory.get(text)
    if (result === undefined) {
      naming.heed(text)
      const spans = outsidePlaceholders(text, await spansOf(text, values))
      const hidden = hidePerson(replaceBy(text, spans, naming.placeholderOf))
      result = { text: hidden.text, found: [...spans.map(({ kind }) => kind), ...hidden.found] }
      if (memory.size >= MOST_REMEMBERED) memory.clear()
      memory.set(text, result)
    }
    return result
  }

  return {
    redact: async (text) => {
      let last = text
      // What a placeholder replaces can bring two things together that look like a secret: until nothing changes.
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const result = await pass(last)
        for (const kind of result.found) counts.set(kind, (counts.get(kind) ?? 0) + 1)
        if (result.text === last) break
        last = result.text
      }
      return last
    },
    remaining: async (text) => {
      const spans = outsidePlaceholders(text, await spansOf(text, values))
      const found = new Map<string, number>()
      for (const kind of [...spans.map((span) => span.kind), ...hidePerson(text).found]) {
        found.set(kind, (found.get(kind) ?? 0) + 1)
      }
      return listed(found)
    },
    report: () => listed(counts),
  }
}

interface Pass {
  text: string
  found: string[]
}

const MOST_ROUNDS = 4
/** The texts of a few templates: rendering asks again for what building asked for. */
const MOST_REMEMBERED = 2_000

const spansOf = async (text: string, values: readonly string[]): Promise<Span[]> => {
  const own = [...findSecrets(text), ...exactSpans(text, values)]
  const taken = [...own, ...placeholdersIn(text)]
  return mergeSpans([...own, ...(await scannerSpans(text, taken))])
}

const PLACEHOLDER = /<SECRET:([a-z0-9-]{1,40})(?:#(\d{1,6}))?>/g

const placeholdersIn = (text: string): Span[] =>
  Array.from(text.matchAll(PLACEHOLDER), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    kind: match[1]!,
  }))

/** The spans without what lies inside a placeholder: those are never nested, and never become a secret of their own. */
const outsidePlaceholders = (text: string, spans: readonly Span[]): Span[] => {
  const placeholders = placeholdersIn(text)
  if (placeholders.length === 0) return [...spans]
  const outside: Span[] = []
  for (const span of spans) {
    let { start } = span
    for (const { start: from, end: to } of placeholders) {
      if (to <= start || from >= span.end) continue
      if (from > start) outside.push({ ...span, start, end: from })
      start = to
    }
    if (start < span.end) outside.push({ ...span, start })
  }
  // What is left of a secret beside a placeholder may be no more than a quote or a blank.
  return outside.filter(({ start, end }) => /[A-Za-z0-9]/.test(text.slice(start, end)))
}

const replaceBy = (text: string, spans: readonly Span[], nameOf: (value: string, kind: string) => string): string => {
  let result = ''
  let at = 0
  for (const { start, end, kind } of spans) {
    result += text.slice(at, start) + nameOf(text.slice(start, end), kind)
    at = end
  }
  return result + text.slice(at)
}

/** Numbers the secrets of each kind in the order in which they are met. */
const createNaming = () => {
  const placeholders = new Map<string, string>()
  const highest = new Map<string, number>()
  return {
    placeholderOf: (value: string, kind: string): string => {
      let placeholder = placeholders.get(value)
      if (placeholder === undefined) {
        const number = (highest.get(kind) ?? 0) + 1
        highest.set(kind, number)
        placeholder = `<SECRET:${kind}#${number}>`
        placeholders.set(value, placeholder)
      }
      return placeholder
    },
    /** Numbers that a text already uses stand for other secrets than ours. */
    heed: (text: string): void => {
      for (const [, kind, number] of text.matchAll(PLACEHOLDER)) {
        if (number !== undefined) highest.set(kind!, Math.max(highest.get(kind!) ?? 0, Number(number)))
      }
    },
  }
}

const listed = (counts: ReadonlyMap<string, number>): { kind: string; count: number }[] =>
  Array.from(counts, ([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1))
