import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { isStandIn } from './values.ts'

const LONGEST_MANIFEST = 6_000
const KIND = /["']?kind["']?\s{0,2}:\s{0,2}["']?Secret["']?\s{0,2}(?=[\n,}]|$)/iy
const BLOCK = /(?:^|[\n{,])[ \t]{0,20}["']?(?:data|stringData)["']?\s{0,2}:\s{0,2}/g
const YAML_LINE = /\n([ \t]{1,20})["']?[\w.-]{1,100}["']?:[ \t]{1,4}["']?([^\s"'|>]{4,4000})/y
const JSON_FIELD = /[{,]\s{0,40}["'][\w.-]{1,100}["']\s{0,2}:\s{0,2}["']([^"'\n]{4,4000})["']/y

/** Finds every value of a Kubernetes Secret, whatever its name: `kind: Secret` with its `data` and `stringData`. */
export const KUBERNETES_SIGNS: readonly Sign[] = ['kind: secret', 'kind": "secret', 'kind":"secret'].map((word) => ({
  word,
  examine: (text, start, end, spans) => {
    manifestAt(text, start, spans)
    return end
  },
}))

const manifestAt = (text: string, start: number, spans: Span[]): void => {
  KIND.lastIndex = /["']/.test(text.charAt(start - 1)) ? start - 1 : start
  if (!KIND.test(text)) return
  const from = Math.max(text.lastIndexOf('\n---', start), start - LONGEST_MANIFEST, 0)
  const manifest = text.slice(from, start + LONGEST_MANIFEST).split(/\n---/)[
    from < start - 3 && text.startsWith('\n---', from) ? 1 : 0
  ]!
  const offset = text.startsWith('\n---', from) ? from + 4 : from
  for (const block of manifest.matchAll(BLOCK)) fieldsAt(text, offset + block.index + block[0].length, spans)
}

const MOST_FIELDS = 100

const fieldsAt = (text: string, from: number, spans: Span[]): void => {
  const isJson = text.charAt(from) === '{'
  const pattern = isJson ? JSON_FIELD : YAML_LINE
  // The blanks behind `data:` may have been read already.
  let at = isJson ? from : text.lastIndexOf('\n', from)
  let indent = ''
  for (let field = 0; field < MOST_FIELDS; field++) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return
    if (!isJson) {
      if (indent !== '' && match[1]!.length < indent.length) return
      indent ||= match[1]!
    }
    const value = match.at(-1)!
    const end = pattern.lastIndex - (isJson ? 1 : 0)
    if (!isStandIn(value)) spans.push({ start: end - value.length, end, kind: 'kubernetes-secret' })
    at = pattern.lastIndex + (!isJson && /["']/.test(text.charAt(pattern.lastIndex)) ? 1 : 0)
  }
}
