import { BACKSLASH, NAME, TOKEN, WORD, codeAt } from './characters.ts'
import type { Span } from './span.ts'
import type { TokenFormat } from './token-formats.ts'
import { TOKEN_FORMATS } from './token-formats.ts'
import type { Run } from './unknown-tokens.ts'
import { unknownTokenAt } from './unknown-tokens.ts'
import { looksRandom } from './values.ts'

/**
 * Every known format has an unbroken stretch of at least this many letters, digits, `_` and `-`. The search for such
 * stretches skips most of the text in steps of this length.
 */
const SHORTEST_RUN = 20

/** Finds tokens that their own form identifies. */
export const tokensIn = (text: string, units: Uint16Array, spans: Span[]): void => {
  const length = text.length
  if (length < SHORTEST_RUN) return
  const data = { end: 0 }
  let at = 0
  while (at + SHORTEST_RUN <= length) {
    let back = at + SHORTEST_RUN - 1
    while (back >= at && WORD[units[back]!] === 1) back--
    if (back >= at) {
      at = back + 1
      continue
    }
    let end = at + SHORTEST_RUN
    while (end < length && WORD[units[end]!] === 1) end++
    const found = isOfSmallLetters(units, at, end) ? 0 : examineRun(text, units, { start: at, end, data }, spans)
    at = Math.max(end, found) + 1
  }
}

/** No issuer draws from small letters alone, while most long words consist of nothing else. */
const isOfSmallLetters = (units: Uint16Array, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (units[at]! < 95 && units[at] !== 45) return false
  return true
}

/** Formats by their first two letters. */
const byPair: (TokenFormat[] | undefined)[] = Array.from({ length: 128 * 128 })
for (const format of TOKEN_FORMATS) {
  for (const prefix of format.prefixes) {
    const first = prefix.charCodeAt(0)
    const seconds = prefix.length > 1 ? [prefix.charCodeAt(1)] : Array.from({ length: 128 }, (_, code) => code)
    for (const second of seconds) {
      const bucket = (byPair[first * 128 + second] ??= [])
      if (!bucket.includes(format)) bucket.push(format)
    }
  }
}

/**
 * Matches of a format that turn out to be words. More than this many in one run are no accident, and each costs its
 * length.
 */
const MOST_NEAR_MISSES = 32
let nearMisses = 0

/** Examines every place in a run where a token could begin. Returns the end of the last token found. */
const examineRun = (text: string, units: Uint16Array, run: Run, spans: Span[]): number => {
  const { start, end, data } = run
  nearMisses = 0
  const first = afterEscape(text, start)
  let found = matchAt(text, first, spans)
  if (found === 0 && first !== start) found = matchAt(text, start, spans)
  if (found === 0) found = matchBefore(text, start, end, spans)
  let rest = found === 0 ? first : found
  for (let at = Math.max(first, found) + 1; at < end && nearMisses < MOST_NEAR_MISSES; at++) {
    const previous = codeAt(text, at - 1)
    if (previous !== 45 && previous !== 95) continue
    const match = matchAt(text, at, spans, true)
    if (match > 0) {
      if (at - rest > SHORTEST_RUN) unknownTokenAt(text, units, { start: rest, end: at - 1, data }, spans)
      found = match
      rest = match
      at = match
    }
  }
  if (end - rest < SHORTEST_RUN) return found
  return Math.max(found, unknownTokenAt(text, units, { start: rest, end, data }, spans))
}

/** Inside JSON, a URL or terminal colours, a token can touch the `n` of `\n`, the `3D` of `%3D`, or `[31m`. */
const afterEscape = (text: string, start: number): number => {
  const before = codeAt(text, start - 1)
  const code = codeAt(text, start)
  if (before === BACKSLASH) {
    if (code === 117) return start + 5
    return code === 120 ? start + 3 : start + 1
  }
  if (before === 37) return start + 2
  if (before === 91 || before === 59) {
    const colour = /\d{1,3}m/y
    colour.lastIndex = start
    if (colour.test(text)) return colour.lastIndex
  }
  return start
}

const matchAt = (text: string, at: number, spans: Span[], inside = false): number => {
  const bucket = byPair[codeAt(text, at) * 128 + codeAt(text, at + 1)]
  if (bucket === undefined) return 0
  for (const format of bucket) {
    // Trying a long first part at every dash of a run would cost the square of its length. Such tokens begin their run.
    if (inside && (format.kind === 'jwt' || format.kind === 'discord-token')) continue
    format.pattern.lastIndex = at
    if (!format.pattern.test(text)) continue
    const end = format.pattern.lastIndex
    const value = text.slice(at, end)
    // A value with the form of a key counts as a key even if it looks like an example, because the two cannot be told
    // apart.
    if (format.random === true && !looksRandom(value.slice(3), 16)) {
      nearMisses++
      continue
    }
    spans.push({ start: at, end, kind: format.kind })
    return end
  }
  return 0
}

const SLACK_WEBHOOK = /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{0,60}$/
const DISCORD_WEBHOOK = /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/$/
const TEAMS_WEBHOOK = /webhook\.office\.com\/[\w@/-]{0,160}IncomingWebhook\/$/

/** Finds tokens that the text right before the run identifies. */
const matchBefore = (text: string, start: number, end: number, spans: Span[]): number => {
  const add = (from: number, to: number, kind: string): number => {
    spans.push({ start: from, end: to, kind })
    return to
  }
  const before = codeAt(text, start - 1)
  if (before === 46) return matchDotted(text, start, spans)
  if (before === 47) {
    const context = text.slice(Math.max(0, start - 200), start)
    if (SLACK_WEBHOOK.test(context)) return add(start, end, 'slack-webhook')
    if (DISCORD_WEBHOOK.test(context)) return add(start, end, 'discord-webhook')
    if (TEAMS_WEBHOOK.test(context)) return add(start, end, 'teams-webhook')
    if (/(?:^|[^A-Za-z0-9+/])1\/\/$/.test(context)) return end - start >= 40 ? add(start - 3, end, 'google-oauth') : 0
  }
  if ((before === 58 || (before === 37 && text.startsWith('3A', start))) && end - start >= 34) {
    const digits = /(?:^|\D)(\d{7,11})[:%]$/.exec(text.slice(Math.max(0, start - 13), start))?.[1]
    const key = before === 58 ? start : start + 2
    if (digits !== undefined && codeAt(text, key) === 65) return add(start - digits.length - 1, end, 'telegram-token')
  }
  if (before === 126 && /[\w.~-]{3}\dQ~$/.test(text.slice(Math.max(0, start - 6), start))) {
    return add(start - 6, tokenEnd(text, start), 'azure-secret')
  }
  if (before === 32 && text.slice(start - 6, start - 1).toLowerCase() === 'earer') {
    const to = tokenEnd(text, start)
    return looksRandom(text.slice(start, to), 20) ? add(start, to, 'bearer-token') : 0
  }
  return wholeRun(text, afterEscape(text, start), end, spans)
}

/** The part before the dots of a token (`SG.`, `dp.pt.`) is shorter than this. */
const LONGEST_BEFORE_DOT = 48

/** Finds tokens whose long part comes after a dot. */
const matchDotted = (text: string, start: number, spans: Span[]): number => {
  const limit = Math.max(0, start - LONGEST_BEFORE_DOT)
  let from = start
  while (from > limit && NAME[codeAt(text, from - 1)] === 1) from--
  const first = afterEscape(text, from)
  for (let at = first; at < start; at++) {
    if (at !== first && WORD[codeAt(text, at - 1)] === 1) continue
    const match = matchAt(text, at, spans)
    if (match > start) return match
  }
  return 0
}

const WHOLE = /(?:[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}|[0-9a-f]{32}-us\d{1,2})$/y

/** Finds formats without a prefix that are unmistakable as a whole: Mailgun's and Mailchimp's. */
const wholeRun = (text: string, start: number, end: number, spans: Span[]): number => {
  if (end - start < 35 || end - start > 50 || codeAt(text, start + 32) !== 45) return 0
  WHOLE.lastIndex = 0
  const value = text.slice(start, end)
  if (!WHOLE.test(value)) return 0
  spans.push({ start, end, kind: value.includes('-us') ? 'mailchimp-key' : 'mailgun-key' })
  return end
}

const tokenEnd = (text: string, start: number): number => {
  let end = start
  while (end < text.length && TOKEN[codeAt(text, end)] === 1) end++
  // A full stop after a token belongs to the sentence.
  while (end > start && codeAt(text, end - 1) === 46) end--
  return end
}
