import type { Value } from './connection.ts'

/** One statement text for all lists: short ones repeat their last value, long ones come in several goes. */
const LIST_LENGTH = 200

/** `(?, ?, ...)` for one go of `inLists`. */
export const IN_LIST = `(${Array(LIST_LENGTH).fill('?').join(', ')})`

/** Cuts values into goes of equal length, so that the statement around `IN_LIST` is prepared once. */
export const inLists = (values: readonly Value[]): Value[][] => {
  const goes: Value[][] = []
  for (let from = 0; from < values.length; from += LIST_LENGTH) {
    const go = values.slice(from, from + LIST_LENGTH)
    const last = go.at(-1) ?? null
    while (go.length < LIST_LENGTH) go.push(last)
    goes.push(go)
  }
  return goes
}

/** `(values (?, ?), ...)` for one go of `inPairs`: a table with the columns `column1` and `column2`. */
export const PAIRS = `(values ${Array(LIST_LENGTH).fill('(?, ?)').join(', ')})`

/** The same for pairs of values. */
export const inPairs = (pairs: readonly (readonly [Value, Value])[]): Value[][] => {
  const goes: Value[][] = []
  for (let from = 0; from < pairs.length; from += LIST_LENGTH) {
    const go = pairs.slice(from, from + LIST_LENGTH)
    const last = go.at(-1) ?? [null, null]
    while (go.length < LIST_LENGTH) go.push(last)
    goes.push(go.flat())
  }
  return goes
}
