import assert from 'node:assert/strict'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'

/** Where a program is that tests run; undefined where there is none of this name. */
export const programAt = (name: string): string | undefined =>
  foldersOf(name)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

/** These are for administrators, and often not on the PATH of other people; whoever runs one names its whole path. */
const OFF_PATH: ReadonlySet<string> = new Set(['sshd'])

const foldersOf = (name: string): string[] => {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const isLeftOut = process.env['WARMSTART_WITHOUT'] !== undefined
  return OFF_PATH.has(name) && !isLeftOut ? [...onPath, '/usr/sbin', '/usr/local/sbin', '/sbin'] : onPath
}

/**
 * For a test or a suite that runs these programs, as its options: it is skipped where one of them is missing, and says which.
 * Where everything is required (WARMSTART_REQUIRE_ALL), as in CI, a missing program is a failed test.
 */
export const needs = (...names: string[]): { skip: string | false } => unless(names.filter((name) => !isHere(name)))

/** The same for something that one of several programs can do. */
export const needsOneOf = (...names: string[]): { skip: string | false } =>
  unless(names.some(isHere) ? [] : [names.join(' or ')])

/**
 * Says that these tests run code that works with and without these programs. `npm run test:without` finds the tests of a program by
 * the words in `needs`, `needsOneOf` and `uses`.
 */
export const uses = (...names: string[]): void => assert.ok(names.length > 0)

const isHere = (name: string): boolean => programAt(name) !== undefined

const unless = (missing: string[]): { skip: string | false } => {
  if (missing.length === 0) return { skip: false }
  const reason = `there is no ${missing.join(' and no ')} here`
  test(`everything that is required is here: ${missing.join(', ')}`, () => {
    assert.ok(process.env['WARMSTART_REQUIRE_ALL'] === undefined, reason)
  })
  return { skip: reason }
}
