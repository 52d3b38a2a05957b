import type { PlotOptions } from '@observablehq/plot'
import { drawn, type Html } from './markup.ts'

/** The charting library, passed to the charts so that none of them has to load it. */
export type PlotLibrary = typeof import('@observablehq/plot')

/** Draws charts in a document in memory. It must be closed. */
export interface Canvas extends AsyncDisposable {
  plot: PlotLibrary
  draw(options: PlotOptions, words: { id: string; title: string; description: string; className: string }): Html
}

/** The used part of the document's elements; their full types would pull in those of a browser. */
interface Element {
  setAttribute(name: string, value: string): void
  querySelector(selector: string): { remove(): void } | null
  prepend(...children: Element[]): void
  textContent: string
  outerHTML: string
}

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Loads the charting library and a document for it, which takes longer than any other part of a page, so call it only
 * to draw. No mark may use markers or clips: their ids count up over the life of the process, and equal charts would
 * differ.
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
      // The page holds the library's few style rules once.
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
