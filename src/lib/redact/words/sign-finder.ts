import { ESCAPES, markFrom, type Marks } from './marks.ts'

/** Finds the next of the characters that begin an escape. Asked in order, it looks at every character once a sign. */
export interface SignFinder {
  /** Where the next one stands at an offset or behind it; the length of the text where there is none. */
  next(from: number): number
}

/** Each sign is looked for by itself, and again only where the last one of its kind has been passed. */
export const createSignFinder = (text: string): SignFinder => {
  const end = text.length
  const find = (sign: string, from: number): number => {
    const at = text.indexOf(sign, from)
    return at < 0 ? end : at
  }
  let backslash = -1
  let ampersand = -1
  let percent = -1
  let less = -1
  return {
    next: (from) => {
      if (backslash < from) backslash = find('\\', from)
      if (ampersand < from) ampersand = find('&', from)
      if (percent < from) percent = find('%', from)
      if (less < from) less = find('<', from)
      return Math.min(backslash, ampersand, percent, less)
    },
  }
}

/** The same for a text whose marks are there already. Good for as long as those are. */
export const createMarkFinder = ({ places, begins, ends }: Marks, length: number): SignFinder => {
  const last = ends[ESCAPES]!
  let nth = begins[ESCAPES]!
  return {
    next: (from) => {
      nth = markFrom(places, nth, last, from)
      return nth < last ? places[nth]! : length
    },
  }
}
