import { clip } from '../../lib/excerpt.ts'

/** Text that is safe to stand in a page. Only `html` makes it, and `drawn` from the charting library's output. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | undefined | false | readonly Part[]

/** Markup with holes: every value is escaped, unless it is markup made the same way. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.reduce((text, piece, index) => text + render(parts[index - 1]) + piece),
})

/** Takes an SVG from the charting library, whose document escapes by itself. */
export const drawn = (svg: string): Html => ({ markup: svg })

/** Longer texts of transcripts are cut; `warmstart explain` has the rest. */
const FOREIGN_CHARS = 200

/**
 * A text from a session on one line: secrets replaced, cut, and without invisible characters that could reverse the
 * text around it (control characters, direction marks). It still has to be escaped.
 */
export const foreign = (text: string, limit = FOREIGN_CHARS): string =>
  clip(text.replace(INVISIBLE, ' ').toWellFormed(), limit, { singleLine: true })

/** Foreign text in its own element, so that its direction does not affect the text around it. */
export const quoted = (text: string, limit?: number): Html =>
  html`<bdi class="quoted">${breakable(foreign(text, limit))}</bdi>`

/** Text that breaks after slashes rather than inside a name. */
export const breakable = (text: string): Html =>
  html`${text.split(/(?<=[/\\])(?![/\\])/).map((part, index) => html`${index > 0 && BREAK}${part}`)}`

/** Renders a text in which backticks mark commands. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

const BREAK = html`<wbr>`

const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu

const render = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeText(part)
  if (typeof part === 'number') return String(part)
  if ('markup' in part) return part.markup
  return part.map(render).join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
