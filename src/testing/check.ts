import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../lib/error.ts'

/** One behaviour that a contract asks for. Any test runner can run it: `test(check.name, check.run)`. */
export interface Check {
  /** A sentence about the behaviour. */
  name: string
  /** Resolves where the behaviour is as the contract asks; else rejects with what differs. */
  run(): Promise<void>
}

export interface CheckResult {
  name: string
  /** What differs from the contract; undefined: nothing. */
  problem: string | undefined
}

/** Runs checks one after another, without a test runner. */
export const runChecks = async (checks: readonly Check[]): Promise<CheckResult[]> => {
  const results: CheckResult[] = []
  for (const { name, run } of checks)
    results.push({
      name,
      problem: await run().then(
        () => undefined,
        (error: unknown) => messageOf(error),
      ),
    })
  return results
}

/** Where a check, like a test of node:test, leaves what has to be done when it is over. */
export interface Cleaning {
  after(clean: () => void | Promise<void>): void
}

/** A check that cleans up after itself, the last thing first, whether it went well or not. */
export const check = (name: string, body: (t: Cleaning) => void | Promise<void>): Check => ({
  name,
  run: async () => {
    const cleanings: (() => void | Promise<void>)[] = []
    try {
      await body({ after: (clean) => void cleanings.push(clean) })
    } finally {
      for (const clean of cleanings.toReversed()) await clean()
    }
  },
})

/** Fails with a first line that says what was compared, and the difference below it. */
export const assertSame = (what: string, actual: unknown, expected: unknown): void => {
  explain(what, () => assert.deepEqual(actual, expected))
}

/** Puts a line before the message of whatever `body` throws. */
export const explain = (what: string, body: () => void): void => {
  try {
    body()
  } catch (error) {
    throw new Error(`${what}\n${messageOf(error)}`, { cause: error })
  }
}

/** A directory that is removed when the check or the test is over. */
export const scratch = (t: Cleaning): string => {
  const directory = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
