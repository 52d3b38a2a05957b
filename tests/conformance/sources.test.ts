import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sourceChecks } from '../../src/testing/source-checks.ts'
import { eachSource, fixturesOf } from '../support/fixtures.ts'

eachSource((source) => {
  for (const check of sourceChecks(source, fixturesOf(source))) test(`${source.name}: ${check.name}`, check.run)

  test(`${source.name}: its folder has the format in words`, () => {
    assert.ok(existsSync(join(import.meta.dirname, '..', '..', 'src', 'sources', 'formats', source.name, 'README.md')))
  })
})
