import type { PlotOptions } from '@observablehq/plot'
import { drawn, type Html } from './markup.ts'

/** The charting library, handed to the charts so that none of them has to load it. */
export type PlotLibrary = typeof import('@observablehq/plot')

/** Where charts are drawn: a document in memory. It must be closed. */
export interface Canvas extends AsyncDisposable {
  plot: PlotLibrary
  draw(options: PlotOptions, words: { id: string; title: string; description: string; className: string }): Html
}

/** What is used of the foreign document's elements; its full types would pull in those of a browser. */
interface Element {
  setAttribute(name: string, value: string): void
  querySelector(selector: string): { remove(): void } | null
  prepend(...children: Element[]): void
  textContent: string
  outerHTML: string
}

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Loads the charting library and a document for it, which together take longer than any other part of a page: only who
 * really draws may call it. No mark may use markers or clips, whose ids are counted over the life of the process and
 * would make equal charts differ.
 */
export const openCanvas = async (): Promise<Canvas> => {
  const [plot, { Window }] = await Promise.all([import('@observablehq/plot'), import('happy-dom')])
  const window = new Window()
  const document = window.document as unknown as {
    createElementNS(space: string, name: string): Element
  }
  const labelled = (name: 'title' | 'desc', id: string, text: string): Element => {
    const element = document.createElementNS(SVG, name)
    element.setAttribute('id', id)
    element.textContent = text
    return element
  }
  return {
    plot,
    draw: (options, words) => {
      const svg = plot.plot({ ...options, figure: false, document: document as never, className: 'chart' }) as Element
      // The page has the library's few rules of style once.
      svg.querySelector('style')?.remove()
      const [title, description] = [`${words.id}-title`, `${words.id}-text`]
      svg.prepend(labelled('title', title, words.title), labelled('desc', description, words.description))
      svg.setAttribute('class', `chart ${words.className}`)
      svg.setAttribute('role', 'img')
      svg.setAttribute('aria-labelledby', title)
      svg.setAttribute('aria-describedby', description)
      return drawn(svg.outerHTML)
    },
    [Symbol.asyncDispose]: () => window.happyDOM.close(),
  }
}
