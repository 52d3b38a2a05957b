import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toolBench } from '../../../tests/support/tool-context.ts'
import { createFileMemory } from './file-memory.ts'
import { createPatch } from './patch.ts'
import { createReadFile } from './read-file.ts'
import { createWriteFile } from './write-file.ts'

const tools = () => {
  const memory = createFileMemory()
  return { read: createReadFile(memory), write: createWriteFile(memory), patch: createPatch(memory) }
}

test('read_file numbers lines, and says where to go on', async (t) => {
  const { context, cwd } = toolBench(t)
  const { read } = tools()
  writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\r\nthree\n')
  assert.equal((await read.run({ path: 'a.txt' }, context)).text, '     1|one\n     2|two\n     3|three')
  const part = await read.run({ path: './a.txt', offset: '2', limit: '1' }, context)
  assert.equal(part.text, '     2|two\n\n[lines 2 to 2 of 3; go on with offset=3]')
  assert.match((await read.run({ path: 'a.txt', offset: 9 }, context)).text, /^Offset 9 is beyond the end/)
})

test('read_file shows a mark and bytes that are no text, and cuts lines that are too long', async (t) => {
  const { context, cwd } = toolBench(t)
  const { read } = tools()
  writeFileSync(join(cwd, 'mark.txt'), '\uFEFFhéllo 漢字\n')
  assert.equal((await read.run({ path: 'mark.txt' }, context)).text, '     1|héllo 漢字')
  writeFileSync(join(cwd, 'latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0xc3, 0xa9, 0x0a]))
  assert.equal((await read.run({ path: 'latin.txt' }, context)).text, '     1|caf\\xe9\n     2|é')
  writeFileSync(join(cwd, 'long.txt'), `${'é'.repeat(5_000)}\nend`)
  const { text } = await read.run({ path: 'long.txt' }, context)
  assert.match(text, /é \[cut: the line has 10000 bytes\]\n {5}2\|end$/)
  writeFileSync(join(cwd, 'empty.txt'), '')
  assert.deepEqual(await read.run({ path: 'empty.txt' }, context), { text: '[the file is empty]' })
})

test('read_file refuses what is no text file, in words and without waiting', async (t) => {
  const { context, cwd } = toolBench(t)
  const { read } = tools()
  execFileSync('mkfifo', [join(cwd, 'pipe')])
  mkdirSync(join(cwd, 'directory'))
  writeFileSync(join(cwd, 'program'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]))
  writeFileSync(join(cwd, 'wide.txt'), Buffer.from('\uFEFFhi', 'utf16le'))
  writeFileSync(join(cwd, 'readme.md'), 'x')
  const refusals: [string, RegExp][] = [
    ['pipe', /^Cannot read pipe: it is a FIFO/],
    ['directory', /^Cannot read directory: it is a directory\. .*search_files/],
    ['program', /^Cannot read program: it is a binary file of 7 bytes/],
    ['wide.txt', /UTF-16/],
    ['READMEE.md', /^File not found: READMEE\.md\. Similar: readme\.md$/],
    ['missing/a.txt', /^File not found: missing\/a\.txt\. There is no directory missing either/],
    ['', /^Path must not be empty/],
    ['a\0b', /^Path must not hold a NUL/],
    ['x'.repeat(5_000), /^Path is longer than/],
  ]
  for (const [path, expected] of refusals) {
    const answer = await read.run({ path }, context)
    assert.match(answer.text, expected)
    assert.equal(answer.isError, true)
  }
})

test('read_file reads a stretch of a file of 50 MB, and of one that has no end worth counting', async (t) => {
  const { context, cwd } = toolBench(t)
  const { read } = tools()
  const line = `${'x'.repeat(99)}\n`
  writeFileSync(join(cwd, 'large.txt'), line.repeat(500_000))
  const { text } = await read.run({ path: 'large.txt', offset: 400_000, limit: 2 }, context)
  assert.match(text, /^400000\|x+\n400001\|x+\n\n\[lines 400000 to 400001 of 500000;/)
  const all = await read.run({ path: 'large.txt', limit: 99_999 }, context)
  assert.ok(all.text.length < 120_000)
  const sparse = openSync(join(cwd, 'sparse.txt'), 'w')
  writeSync(sparse, 'one\n'.repeat(4_000))
  writeSync(sparse, 'end\n', 3_000_000_000)
  assert.match((await read.run({ path: 'sparse.txt', limit: 1 }, context)).text, /of many more; go on with offset=2\]$/)
})

test('write_file makes directories, keeps the mode and what a link points to, and leaves nothing beside', async (t) => {
  const { context, cwd } = toolBench(t)
  const { write } = tools()
  assert.deepEqual(await write.run({ path: 'new/deep/a.sh', content: 'echo hé\n' }, context), {
    text: 'Created new/deep/a.sh (9 bytes)',
  })
  chmodSync(join(cwd, 'new/deep/a.sh'), 0o755)
  symlinkSync('new/deep/a.sh', join(cwd, 'link.sh'))
  assert.match((await write.run({ path: 'link.sh', content: 'echo 2\n' }, context)).text, /^Wrote new\/deep\/a\.sh/)
  assert.ok(lstatSync(join(cwd, 'link.sh')).isSymbolicLink())
  assert.equal(readFileSync(join(cwd, 'new/deep/a.sh'), 'utf8'), 'echo 2\n')
  assert.equal(statSync(join(cwd, 'new/deep/a.sh')).mode & 0o777, 0o755)
  assert.deepEqual(readdirSync(join(cwd, 'new/deep')), ['a.sh'])
  for (const path of ['new', 'fresh/', 'new/deep/a.sh/b'])
    assert.equal((await write.run({ path, content: '' }, context)).isError, true)
})

test('write_file does not write over what somebody changed since the session read it', async (t) => {
  const { context, cwd } = toolBench(t)
  const { read, write, patch } = tools()
  const file = join(cwd, 'a.txt')
  writeFileSync(file, 'mine')
  await read.run({ path: 'a.txt' }, context)
  assert.match((await write.run({ path: 'a.txt', content: 'ours' }, context)).text, /^Wrote/)
  writeFileSync(file, 'theirs')
  utimesSync(file, 1, 1)
  const refused = await write.run({ path: 'a.txt', content: 'ours' }, context)
  assert.match(refused.text, /^File has been modified since you read it: a\.txt/)
  assert.equal(readFileSync(file, 'utf8'), 'theirs')
  const other = { ...context, session: { ...context.session, id: 'live-2' } }
  assert.match((await write.run({ path: 'a.txt', content: 'its own' }, other)).text, /^Wrote/)
  await read.run({ path: 'a.txt' }, context)
  await patch.run({ path: 'a.txt', old_string: 'its', new_string: 'my' }, context)
  assert.match((await write.run({ path: 'a.txt', content: 'ours' }, context)).text, /^Wrote/)
})

test('patch replaces what stands once, keeps mark and line endings, and answers with a diff', async (t) => {
  const { context, cwd } = toolBench(t)
  const { patch } = tools()
  writeFileSync(join(cwd, 'a.ts'), '\uFEFFconst a = 1\r\nconst b = 2\r\nconst c = 3\r\n')
  const { text } = await patch.run(
    { path: 'a.ts', old_string: 'b = 2\nconst c', new_string: 'b = 4\nlet d\nlet c' },
    context,
  )
  assert.equal(
    text,
    'Updated a.ts (1 replacement)\n--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,4 @@\n const a = 1\n-const b = 2\n-const c = 3\n+const b = 4\n+let d\n+let c = 3',
  )
  assert.equal(readFileSync(join(cwd, 'a.ts'), 'utf8'), '\uFEFFconst a = 1\r\nconst b = 4\r\nlet d\r\nlet c = 3\r\n')
})

test('patch changes nothing where the place is not clear', async (t) => {
  const { context, cwd } = toolBench(t)
  const { patch } = tools()
  const before = 'if (a) {\n  run()\n}\nif (b) {\n    run()\n}\n'
  writeFileSync(join(cwd, 'a.ts'), before)
  writeFileSync(join(cwd, 'latin.txt'), Buffer.from([0xe9, 0x0a]))
  const refusals: [Record<string, unknown>, RegExp][] = [
    [{ path: 'a.ts', old_string: 'run()', new_string: 'go()' }, /^Found 2 matches for old_string, in lines 2, 5\./],
    [{ path: 'a.ts', old_string: ' run( )', new_string: 'go()' }, /^old_string not found/],
    [{ path: 'a.ts', old_string: '\trun()', new_string: 'x' }, /^No exact match .* 2 times, in lines 2, 5/],
    [{ path: 'a.ts', old_string: 'if (a) {\n  stop()', new_string: 'x' }, /first line stands in line 1/],
    [{ path: 'a.ts', old_string: '     2|  run()', new_string: 'x' }, /leave the line numbers out/],
    [{ path: 'a.ts', old_string: 'a', new_string: 'a' }, /^No changes/],
    [{ path: 'a.ts', old_string: '', new_string: 'a' }, /must not be empty/],
    [{ path: 'b.ts', old_string: 'x', new_string: 'a' }, /^File not found: b\.ts/],
    [{ path: 'latin.txt', old_string: 'x', new_string: 'a' }, /not UTF-8/],
    [{ path: 'a.ts', old_string: 'x' }, /^Invalid arguments for patch: .*missing: new_string/],
    [{ mode: 'patch' }, /^Invalid arguments for patch: mode=patch needs patch/],
    [{ mode: 'rename' }, /^Invalid arguments for patch: mode must be one of replace, patch, not "rename"/],
  ]
  for (const [args, expected] of refusals) {
    const answer = await patch.run(args, context)
    assert.match(answer.text, expected)
    assert.equal(answer.isError, true)
  }
  assert.equal(readFileSync(join(cwd, 'a.ts'), 'utf8'), before)
})

test('patch finds a unique place although blanks differ, and indents as the file does', async (t) => {
  const { context, cwd } = toolBench(t)
  const { patch } = tools()
  writeFileSync(join(cwd, 'a.py'), 'def a():\n    if x:  \n        return  1\n\ny = 2\n')
  const answer = await patch.run(
    { path: 'a.py', old_string: 'if x:\n    return 1', new_string: 'if x:\n    return 2\nelse:\n    return 3' },
    context,
  )
  assert.match(answer.text, /^Updated a\.py \(1 replacement; blanks differed\)/)
  assert.equal(
    readFileSync(join(cwd, 'a.py'), 'utf8'),
    'def a():\n    if x:\n        return 2\n    else:\n        return 3\n\ny = 2\n',
  )
  await patch.run({ path: 'a.py', old_string: 'return', new_string: 'yield', replace_all: 'true' }, context)
  assert.equal(readFileSync(join(cwd, 'a.py'), 'utf8').match(/yield/g)?.length, 2)
})

const PATCH = `*** Begin Patch
*** Update File: a.ts
@@ function two
-  return 2
+  return 22
*** Add File: sub/new.ts
+export {}
*** Update File: b.ts
*** Move to: c.ts
@@
 one
-two
*** Delete File: old.ts
*** End Patch`

test('a patch of several files changes all of them, or none', async (t) => {
  const { context, cwd, asked } = toolBench(t, { approves: true })
  const { patch } = tools()
  writeFileSync(join(cwd, 'a.ts'), 'function one\n  return 2\nfunction two\n  return 2')
  writeFileSync(join(cwd, 'b.ts'), 'one\r\ntwo\r\n')
  writeFileSync(join(cwd, 'old.ts'), 'gone\n')
  const failing = PATCH.replace(' one\n-two', ' one\n-three')
  assert.match(
    (await patch.run({ mode: 'patch', patch: failing }, context)).text,
    /^Could not patch b\.ts: hunk 1 of 1/,
  )
  assert.deepEqual(readdirSync(cwd).toSorted(), ['a.ts', 'b.ts', 'old.ts'])
  const answer = await patch.run({ mode: 'patch', patch: PATCH }, context)
  assert.match(answer.text, /^Updated a\.ts, sub\/new\.ts, c\.ts, b\.ts, old\.ts\n--- a\/a\.ts/)
  assert.equal(readFileSync(join(cwd, 'a.ts'), 'utf8'), 'function one\n  return 2\nfunction two\n  return 22')
  assert.equal(readFileSync(join(cwd, 'c.ts'), 'utf8'), 'one\r\n')
  assert.equal(readFileSync(join(cwd, 'sub/new.ts'), 'utf8'), 'export {}\n')
  assert.deepEqual([existsSync(join(cwd, 'b.ts')), existsSync(join(cwd, 'old.ts'))], [false, false])
  assert.deepEqual(
    asked.map(({ reason }) => reason),
    ['destructive'],
  )
  for (const bad of [
    '',
    'hello',
    '*** Begin Patch\n*** End Patch',
    '*** Begin Patch\n+x\n*** End Patch',
    '*** Begin Patch\n*** Add File: x\n+y',
  ])
    assert.match((await patch.run({ mode: 'patch', patch: bad }, context)).text, /^Invalid patch: /)
})

test('without permission nothing is deleted', async (t) => {
  const { context, cwd } = toolBench(t)
  const { patch } = tools()
  writeFileSync(join(cwd, 'old.ts'), 'x')
  const answer = await patch.run(
    { mode: 'patch', patch: '*** Begin Patch\n*** Delete File: old.ts\n*** End Patch' },
    context,
  )
  assert.match(answer.text, /^Permission to delete .* was denied/)
  assert.ok(existsSync(join(cwd, 'old.ts')))
})
