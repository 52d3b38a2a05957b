import { ESCAPES, markFrom, type Marks } from './marks.ts'

/**
 * Finds the next character that begins an escape. If it is asked in order, it reads every character once for each
 * sign.
 */
export interface SignFinder {
  /** The next such character at or after an offset; the length of the text if there is none. */
  next(from: number): number
}

/** Searches each sign separately, and again only after its last place has been passed. */
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

/** The same for a text that is already marked. Valid as long as its marks are. */
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
