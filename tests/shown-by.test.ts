import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
/** Pages whose promises name the tests that hold them. */
const PAGES = ['gateway.md', 'gateway-sessions.md', 'deliveries.md', 'where-your-data-is.md']
const FOLDERS = ['tests', 'tests/conformance', 'src/gateway', 'src/operations', 'src/sources/hermes']

const isTest = (name: string): boolean => FOLDERS.some((folder) => existsSync(join(ROOT, folder, `${name}.test.ts`)))

for (const page of PAGES)
  test(`${page}: every test that it names is there`, () => {
    const text = readFileSync(join(ROOT, 'docs', page), 'utf8')
    const named = [...text.matchAll(/shown by ((?:`[\w-]+`(?:, | and )?)+)/gi)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    )
    assert.ok(named.length > 0, 'it names tests')
    for (const name of named) assert.ok(isTest(name), `there is no test ${name}`)
  })

test('the table of promises names a test for each', () => {
  const text = readFileSync(join(ROOT, 'docs', 'gateway.md'), 'utf8')
  const [, table = ''] = text.split('| promise | shown by |')
  const rows =
    table
      .split('\n\n')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| **')) ?? []
  assert.ok(rows.length >= 6)
  for (const row of rows) {
    const cell = row.split('|').at(-2) ?? ''
    const names = [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
    assert.ok(names.length > 0 && names.every(isTest), row)
  }
})
