import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { WebR } from 'webr'

/** R itself, offline, with the definitions of a file of its own loaded. */
export const startR = async (
  definitions: URL,
): Promise<{ numbers(code: string): Promise<number[]>; close(): void }> => {
  const r = new WebR({ interactive: false })
  await r.init()
  await r.evalRVoid(readFileSync(definitions, 'utf8'))
  return {
    numbers: (code) => r.evalRRaw(`as.numeric(suppressWarnings({${code}}))`, 'number[]'),
    close: () => r.close(),
  }
}

/** Numbers as R writes them. */
export const vector = (values: Iterable<number>): string => `c(${[...values].join(',')})`

/** Equal to so many digits; numbers below 1 are compared absolutely where a relative comparison makes no sense. */
export const isClose = (ours: readonly number[], theirs: readonly number[], tolerance = 1e-10): void => {
  assert.equal(ours.length, theirs.length)
  for (const [index, value] of ours.entries()) {
    const other = theirs[index] ?? Number.NaN
    const gap = Math.abs(value - other) / Math.max(Math.abs(other), tolerance)
    assert.ok(value === other || gap <= tolerance, `at ${index}: ${value}, R says ${other}`)
  }
}
