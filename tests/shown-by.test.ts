import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
/** Pages whose promises name the tests that hold them. */
const PAGES = ['gateway.md', 'gateway-sessions.md', 'deliveries.md', 'where-your-data-is.md']
const FOLDERS = [
  'tests',
  'tests/conformance',
  'src/lib',
  'src/gateway',
  'src/gateway/identity',
  'src/gateway/config',
  'src/gateway/answering',
  'src/gateway/sessions/reset',
  'src/gateway/sending',
  'src/verbs/gateway',
  'src/sources/formats/hermes',
]

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

/** Texts that name test files by their paths, with names of tests in quotation marks behind them. */
const PROMISES: [what: string, text: string][] = [
  ...['trust', 'redaction', 'gateway', 'agent-tools', 'where-your-data-is', 'gate'].map((page): [string, string] => [
    `${page}.md`,
    readFileSync(join(ROOT, 'docs', `${page}.md`), 'utf8'),
  ]),
  ['ARCHITECTURE.md', readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')],
]

for (const [what, text] of PROMISES)
  test(`${what}: every test file that it names is there, and holds the tests that it quotes`, () => {
    for (const row of text.split('\n').filter((line) => line.startsWith('|') || line.includes('.test.ts`'))) {
      const [, ...cells] = row.startsWith('|') ? row.split(/(?<!\\)\|/) : ['', row]
      let file = ''
      // The last cell of a row names the tests.
      const cell = row.startsWith('|') ? (cells.at(-2) ?? '') : row
      for (const [, path, name] of cell.matchAll(/`((?:src|tests)\/[\w./-]+\.test\.ts)`|"([^"]{12,200})"/g)) {
        if (path !== undefined) {
          file = path
          assert.ok(existsSync(join(ROOT, path)), `there is no ${path}`)
        } else if (name !== undefined && isRowOfTests(cell)) {
          assert.ok(file !== '', `"${name}" stands behind no file`)
          assert.ok(readFileSync(join(ROOT, file), 'utf8').includes(name), `${file} has no test "${name}"`)
        }
      }
    }
  })

/** A cell that begins with a file or with the name of a test. */
const isRowOfTests = (cell: string): boolean => /^ (?:`(?:src|tests)\/|")/.test(cell)

test('every invariant has a number and names the test files that hold it', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const section = text.slice(text.indexOf('## Invariants'), text.indexOf('## Processes and threads'))
  const blocks = section.split('\n\n').filter((block) => /^(?:\d+\. )?\*\*/.test(block))
  assert.ok(blocks.length > 40)
  for (const [index, block] of blocks.entries()) {
    assert.ok(block.startsWith(`${index + 1}. **`), block.slice(0, 60))
    assert.match(block, /Held by (?:`(?:src|tests)\/[\w./-]+\.test\.ts`(?:, )?)+\.\s*$/, block.slice(0, 60))
  }
})

test('the walk of one line names functions that are in the files it names', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const walk = text
    .slice(text.indexOf('## The walk of one line'), text.indexOf('## Invariants'))
    .replaceAll(/\s+/g, ' ')
  const paths = [...walk.matchAll(/`([\w./-]*\/[\w./-]*)`/g)].map(([, path = '']) => path)
  for (const path of paths)
    assert.ok(existsSync(join(ROOT, 'src', path)) || existsSync(join(ROOT, path)), `there is no ${path}`)
  const named = [...walk.matchAll(/((?:`\w+`(?:, | and )?)+) in `([\w./-]+)`/g)].flatMap(([, names = '', path = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, path })),
  )
  // A word of code without a file could not be looked up.
  const words = [...walk.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).filter((name) => name !== 'src')
  assert.deepEqual(
    named.map(({ name }) => name),
    words,
  )
  assert.ok(named.length > 40)
  for (const { name, path } of named) {
    const declared = new RegExp(`(?:const|function\\*?|interface|type) ${name}\\b`)
    assert.match(readFileSync(join(ROOT, 'src', path), 'utf8'), declared, `${path} has no ${name}`)
  }
})
