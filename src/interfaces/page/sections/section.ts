import { unbroken } from '../number-words.ts'
import { type Html, html } from '../markup.ts'

export interface SectionSpec {
  id: string
  question: string
  /** The answer in a plain sentence, before any chart. */
  answer: string
}

/** A question, its answer, and the evidence for it. */
export const section = ({ id, question, answer }: SectionSpec, body: readonly Html[]): Html =>
  html`<section id="${id}" aria-labelledby="${id}-question">
<h2 id="${id}-question">${question}</h2>
<p class="answer">${unbroken(answer)}</p>
${body}
</section>
`

/** Writes the first letter of a sentence as a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
