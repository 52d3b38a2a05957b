import type { Span } from './span.ts'
import { isStandIn } from './values.ts'

/** By these a program is told to read its password from what is piped to it. */
const READERS = ['--password-stdin', '--with-token', 'sudo -S', '--passphrase-fd 0']
/** What is printed stands this near before the reader. */
const LONGEST_BEFORE = 400
const PRINTED =
  /(?:^|[\s;&(|"'])(?:echo|printf)\s{1,4}(?:-[neE]{1,3}\s{1,4}|\\?["']?%s(?:\\{1,2}n)?\\?["']?\s{1,4})?(?:\\?(["'])([^"'\n]{4,200}?)\\?\1|([^\s"'|;]{4,200}))\s{0,4}\|[^|;&\n]{0,200}$/

/** Finds passwords that are printed into a program that reads one: `echo X | docker login --password-stdin`. */
export const pipedIn = (text: string, spans: Span[]): void => {
  if (!text.includes('|')) return
  for (const reader of READERS) {
    for (let at = text.indexOf(reader); at >= 0; at = text.indexOf(reader, at + reader.length)) {
      const from = Math.max(0, at - LONGEST_BEFORE)
      const match = PRINTED.exec(text.slice(from, at))
      const value = match?.[2] ?? match?.[3]
      if (match === null || value === undefined || value.startsWith('$') || isStandIn(value)) continue
      const start = from + match.index + match[0].lastIndexOf(value)
      spans.push({ start, end: start + value.length, kind: 'password' })
    }
  }
}
