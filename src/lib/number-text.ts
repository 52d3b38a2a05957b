/*
 * Formats numbers for the terminal, the page and sentences. `blank` separates a number from its noun; the page passes
 * a no-break space.
 */

/**
 * 1234567 as 1,234,567. Done by hand, because the first call of Intl's formatter costs as much as a profile of a
 * thousand sessions.
 */
export const grouped = (count: number): string => {
  const [whole = '', decimals] = String(count).split('.')
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`)
}

/** `1 session`, `2 sessions`. */
export const counted = (count: number, noun: string, blank = ' '): string =>
  `${grouped(count)}${blank}${noun}${count === 1 ? '' : 's'}`

/** A share in per cent with one decimal. A share above 0 is never written as 0, and a share below 100 never as 100. */
export const tenths = (share: number): string => {
  const text = (share * 100).toFixed(1)
  if (share > 0 && text === '0.0') return '<0.1'
  return share < 1 && text === '100.0' ? '>99.9' : text
}

/** `7.2 %` */
export const percent = (share: number, blank = ' '): string => `${tenths(share)}${blank}%`

/** `4 %`: a share for a sentence, in whole per cent. */
export const wholePercent = (share: number): string =>
  share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`

/** `$1.25`. Less than a cent is never written as nothing. */
export const dollars = (usd: number): string => (usd < 0.01 ? 'less than $0.01' : `$${usd.toFixed(2)}`)

/** `+0.125`: a value with its sign and three decimals. */
export const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(3)}`

/** A difference of shares in percentage points, with its sign. */
export const points = (difference: number, minus = '-'): string => {
  const size = (Math.abs(difference) * 100).toFixed(1)
  if (size === '0.0') return size
  return `${difference < 0 ? minus : '+'}${size}`
}
