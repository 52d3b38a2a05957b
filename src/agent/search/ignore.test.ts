import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { needs } from '../../../tests/support/programs.ts'
import { scratch } from '../../../tests/support/store.ts'
import { compileGlob } from './glob.ts'
import { emptyReport } from './search.ts'
import { walk } from './walk.ts'

test('globs fit what shells say they fit', () => {
  const fitting: [string, string[], string[]][] = [
    ['*.ts', ['a.ts', 'src/deep/a.ts', '.ts'], ['a.tsx', 'ts', 'a.ts/b']],
    ['src/*.ts', ['src/a.ts'], ['src/deep/a.ts', 'a.ts', 'lib/src/a.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/b/c/a.ts'], ['a.ts', 'src/a.js']],
    ['**/test/**', ['test/a', 'a/test/b/c', 'test'], ['tests/a']],
    ['*.{ts,js}', ['a.ts', 'b/a.js'], ['a.json', 'a.{ts,js}']],
    ['[a-c]?[!x]', ['abc', 'c1y'], ['abx', 'dbc', 'ab']],
    ['a\\*b', ['a*b'], ['axb']],
    ['[', ['['], ['a']],
  ]
  for (const [pattern, yes, no] of fitting) {
    const matches = compileGlob(pattern)
    for (const path of yes) assert.ok(matches(path), `${pattern} ${path}`)
    for (const path of no) assert.ok(!matches(path), `${pattern} ${path}`)
  }
})

test('no glob takes long, and none is too odd', () => {
  assert.equal(compileGlob(`${'*a'.repeat(200)}b`)('a'.repeat(2_000)), false)
  assert.equal(compileGlob(`${'**/a/'.repeat(100)}b`)('a/'.repeat(1_000)), false)
  fc.assert(fc.property(fc.string(), fc.string(), (pattern, path) => void compileGlob(pattern)(path)))
})

const NAMES = ['a', 'b', 'build', 'x.log', 'keep.log', 'a b', '#c', '!d']
const LINES = [
  ...'a /a a/ /b/ build/ *.log !keep.log a/b a/** **/b a/**/b /build/* !build/a \\#c \\!d [ab] ? ** !*/ * b/*.log /**/x.log'.split(
    ' ',
  ),
  '# note',
  '',
  'a\\ b',
  'x.*  ',
]

test('what is left out of a search is what git leaves out', needs('git'), (t) => {
  const root = scratch(t)
  const paths = fc.uniqueArray(fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }), {
    maxLength: 8,
    selector: (parts) => parts.join('/'),
  })
  const ignores = fc.array(fc.constantFrom(...LINES), { maxLength: 4 })
  let run = 0
  fc.assert(
    fc.property(paths, ignores, ignores, (files, outer, inner) => {
      const directory = join(root, String(run++))
      mkdirSync(directory)
      execFileSync('git', ['init', '-q', directory])
      for (const parts of files) write(join(directory, ...parts))
      writeFileSync(join(directory, '.gitignore'), outer.join('\n'))
      write(join(directory, 'a', '.gitignore'), inner.join('\n'))
      const listed = execFileSync('git', ['-C', directory, 'ls-files', '-coz', '--exclude-standard'], {
        encoding: 'utf8',
      })
      const expected = listed
        .split('\0')
        .filter((name) => name !== '')
        .toSorted()
      const ours = [...walk(directory, { base: directory, report: emptyReport() })].map(({ name }) => name).toSorted()
      rmSync(directory, { recursive: true })
      assert.deepEqual(ours, expected)
    }),
    { numRuns: 60 },
  )
})

/** A name that is a directory already, or lies below a file, is left out. */
const write = (path: string, text = 'x'): void => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch {}
}
