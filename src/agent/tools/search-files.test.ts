import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toolBench, type ToolBench } from '../../../tests/support/tool-context.ts'
import { createSearchFiles } from './search-files.ts'

const layOut = ({ cwd, root }: ToolBench): void => {
  for (const directory of ['src/deep', 'dist', '.git', 'node_modules/x'])
    mkdirSync(join(cwd, directory), { recursive: true })
  mkdirSync(join(root, 'outside'))
  writeFileSync(join(root, 'outside', 'o.ts'), 'needle outside')
  writeFileSync(join(cwd, '.gitignore'), 'dist/\n*.log\n')
  writeFileSync(join(cwd, 'src', 'b.ts'), 'one\r\nNeedle two\r\nneedle three\r\nfour\r\n')
  writeFileSync(join(cwd, 'src', 'a.ts'), 'x\nneedle (a)\n')
  writeFileSync(join(cwd, 'src', 'deep', 'c.py'), 'needle\n')
  writeFileSync(join(cwd, 'src', 'blob.bin'), Buffer.from('needle\0'))
  writeFileSync(join(cwd, 'debug.log'), 'needle')
  writeFileSync(join(cwd, '.env'), 'needle=1')
  for (const place of ['dist/d.ts', '.git/config', 'node_modules/x/i.js']) writeFileSync(join(cwd, place), 'needle')
  symlinkSync('../../outside', join(cwd, 'src', 'out'))
  symlinkSync('.', join(cwd, 'src', 'self'))
  execFileSync('mkfifo', [join(cwd, 'src', 'pipe')])
}

test('search_files finds lines in the order of paths, and leaves out what is ignored, binary, secret or a link', async (t) => {
  const bench = toolBench(t)
  layOut(bench)
  const { run } = createSearchFiles()
  const { text } = await run({ pattern: 'needle' }, bench.context)
  assert.equal(
    text,
    'Found 3 matching lines:\nsrc/a.ts:2:needle (a)\nsrc/b.ts:3:needle three\nsrc/deep/c.py:1:needle\n[left out: 1 that may hold secrets]',
  )
  assert.deepEqual(bench.asked, [])
})

test('search_files counts, names files, shows lines around a match, and goes on from an offset', async (t) => {
  const bench = toolBench(t)
  layOut(bench)
  const { run } = createSearchFiles()
  const ask = async (args: object): Promise<string> => (await run({ path: 'src', ...args }, bench.context)).text
  assert.equal(
    await ask({ pattern: '(?i)needle', output_mode: 'count' }),
    'Found 3 files with matches:\nsrc/a.ts: 1\nsrc/b.ts: 2\nsrc/deep/c.py: 1',
  )
  assert.equal(
    await ask({ pattern: 'needle', output_mode: 'files_only', file_glob: '*.{ts,js}' }),
    'Found 2 files with matches:\nsrc/a.ts\nsrc/b.ts',
  )
  assert.equal(
    await ask({ pattern: 'two', context: 1 }),
    'Found 1 matching line:\nsrc/b.ts-1-one\nsrc/b.ts:2:Needle two\nsrc/b.ts-3-needle three',
  )
  assert.equal(
    await ask({ pattern: 'needle', limit: 1 }),
    'Found matching lines:\nsrc/a.ts:2:needle (a)\n[more follow; go on with offset=1]',
  )
  assert.equal(
    await ask({ pattern: 'needle', limit: 5, offset: 1 }),
    'Found matching lines:\nsrc/b.ts:3:needle three\nsrc/deep/c.py:1:needle',
  )
  assert.equal(await ask({ pattern: '^nothing$' }), 'No matches.')
  assert.equal(await ask({ pattern: 'four$' }), 'Found 1 matching line:\nsrc/b.ts:4:four')
  assert.equal(await ask({ pattern: 'needle', offset: 7 }), 'No matches beyond offset 7: there are 3.')
  assert.equal(await ask({ pattern: '*.ts', target: 'files' }), 'Found 2 files:\nsrc/a.ts\nsrc/b.ts')
  assert.equal(await ask({ pattern: 'c.p', target: 'files', path: '.' }), 'Found 1 file:\nsrc/deep/c.py')
  assert.equal(
    await ask({ pattern: '.', path: 'src/a.ts', limit: 1 }),
    'Found matching lines:\nsrc/a.ts:1:x\n[more follow; go on with offset=1]',
  )
})

test('search_files says what it cannot search', async (t) => {
  const bench = toolBench(t)
  layOut(bench)
  const { run } = createSearchFiles()
  const refusals: [Record<string, unknown>, RegExp][] = [
    [{ pattern: '(' }, /^regex parse error: /],
    [{ pattern: 'x', path: 'nowhere' }, /^Path does not exist: nowhere/],
    [{ pattern: 'x', path: 'src/pipe' }, /^Path is not a file or directory/],
    [{ pattern: 'x', path: 'src/out' }, /^Permission to search .*outside was denied/],
    [{ pattern: 'x', path: '.env' }, /^Permission to search .* may hold secrets/],
    [{}, /^Invalid arguments for search_files: pattern is missing/],
  ]
  for (const [args, expected] of refusals) {
    const answer = await run(args, bench.context)
    assert.match(answer.text, expected)
    assert.equal(answer.isError, true)
  }
})

test('a pattern that would never end is stopped, and what was found before it is kept', async (t) => {
  const bench = toolBench(t)
  const search = (deadlineMs: number) => createSearchFiles({ deadlineMs }).run({ pattern: '^(a+)+$' }, bench.context)
  writeFileSync(join(bench.cwd, 'b.txt'), `${'a'.repeat(60)}!\n`)
  assert.match((await search(500)).text, /^Search timed out after 0\.5 s/)
  writeFileSync(join(bench.cwd, 'a.txt'), 'aaa\n')
  // Long enough to get to the first file, however busy the machine is.
  const kept = await search(8_000)
  assert.match(kept.text, /^Found 1 matching line:\na\.txt:1:aaa\n\[the search was stopped at its time limit/)
})

test('a search that is stopped says so', async (t) => {
  const bench = toolBench(t)
  writeFileSync(join(bench.cwd, 'b.txt'), `${'a'.repeat(60)}!\n`)
  const stop = new AbortController()
  const answer = createSearchFiles().run({ pattern: '^(a+)+$' }, { ...bench.context, signal: stop.signal })
  setTimeout(() => stop.abort(), 300)
  assert.match((await answer).text, /^Tool call interrupted: search_files/)
})

test('what a person allowed is searched, secrets included; very large files and long lines are left out or cut', async (t) => {
  const bench = toolBench(t, { approves: true })
  layOut(bench)
  const { run } = createSearchFiles()
  assert.match(
    (await run({ pattern: 'needle', path: '.env' }, bench.context)).text,
    /^Found 1 matching line:\n\.env:1:needle=1/,
  )
  assert.match(
    (await run({ pattern: 'needle', path: '../outside' }, bench.context)).text,
    /outside\/o\.ts:1:needle outside$/,
  )
  writeFileSync(join(bench.cwd, 'src', 'large.txt'), 'haystack')
  truncateSync(join(bench.cwd, 'src', 'large.txt'), 30 * 1024 * 1024)
  writeFileSync(join(bench.cwd, 'src', 'long.txt'), `haystack${'x'.repeat(2_000)}`)
  assert.match(
    (await run({ pattern: 'haystack' }, bench.context)).text,
    /^Found 1 matching line:\nsrc\/long\.txt:1:haystackx+ \[cut: 2008 characters\]\n\[left out: 1 that may hold secrets\]\n\[left out: 1 over 20 MB\]$/,
  )
})
