/** The years a session can plausibly be from. Salvaged databases hold year 1 and 5e246. */
const EARLIEST = Date.UTC(2015, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

/**
 * Reads a time as formats write it (ISO text, seconds or milliseconds since 1970) and gives milliseconds, or undefined
 * for anything that is not a time of this century.
 */
export const readTime = (value: unknown): number | undefined => {
  if (typeof value === 'string') {
    const parsed = /^\d+(\.\d+)?$/.test(value) ? fromNumber(Number(value)) : Date.parse(value)
    return inRange(parsed)
  }
  return typeof value === 'number' ? inRange(fromNumber(value)) : undefined
}

// Seconds until the year 5138 are below this; milliseconds since 1973 are above it.
const fromNumber = (value: number): number => (value < 1e11 ? value * 1000 : value)

const inRange = (ms: number | undefined): number | undefined =>
  ms !== undefined && ms >= EARLIEST && ms <= LATEST ? Math.round(ms) : undefined
