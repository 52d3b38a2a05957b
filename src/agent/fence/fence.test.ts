import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { toolBench, type ToolBench } from '../../../tests/support/tool-context.ts'
import { createFileMemory } from '../tools/file-memory.ts'
import { createReadFile } from '../tools/read-file.ts'
import { createWriteFile } from '../tools/write-file.ts'
import { permitPath } from './fence.ts'
import { openFile, replaceFile } from './open-file.ts'
import { isWithin, resolvePath } from './resolve-path.ts'

/** A working directory with every kind of link out of it. */
const layOut = ({ cwd, root }: ToolBench): void => {
  mkdirSync(join(root, 'outside', 'deep'), { recursive: true })
  mkdirSync(join(root, 'project-too'))
  mkdirSync(join(cwd, 'sub', 'deep'), { recursive: true })
  writeFileSync(join(root, 'outside', 'a.txt'), 'TREASURE')
  writeFileSync(join(cwd, 'a.txt'), 'inside')
  symlinkSync('../outside', join(cwd, 'out'))
  symlinkSync(join(root, 'outside', 'deep'), join(cwd, 'deepout'))
  symlinkSync('../../outside/new.txt', join(cwd, 'sub', 'dangling'))
  symlinkSync('/proc/self/root', join(cwd, 'root'))
  symlinkSync('..', join(cwd, 'sub', 'up'))
  symlinkSync('loop', join(cwd, 'loop'))
  symlinkSync('a.txt', join(cwd, 'link'))
}

const EXISTING = '.. . sub deep out deepout dangling root up loop link a.txt new.txt outside'.split(' ')
const PARTS = [...EXISTING, ...'project project-too OUT proc self cwd fd ~ ... missing'.split(' '), '', ' ']

test('no sequence of parts leaves the working directory without permission', async (t) => {
  const bench = toolBench(t)
  layOut(bench)
  const { cwd, root, asked, context } = bench
  const starts = fc.constantFrom(
    '',
    './',
    `${cwd}/`,
    `${root}/`,
    '/',
    '~/',
    '/proc/self/root/',
    `${cwd}/../`,
    '/proc/self/cwd/',
  )
  const memory = createFileMemory()
  const [read, write] = [createReadFile(memory), createWriteFile(memory)]
  const outside = join(root, 'outside')
  await fc.assert(
    fc.asyncProperty(starts, fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }), async (start, parts) => {
      const path = start + parts.join('/')
      asked.length = 0
      const permitted = await permitPath(path, context, { tool: 'read_file', use: 'read', verb: 'read' })
      // What the system itself says of the path, as far as it exists.
      const real = realOf(path.startsWith('/') ? path : `${cwd}/${path}`)
      if (permitted.isPermitted) {
        assert.ok(isWithin(permitted.path, cwd), permitted.path)
        assert.deepEqual(asked, [])
        if (real !== undefined && !path.startsWith('~')) assert.ok(isWithin(real, cwd), `${path} is ${real}`)
      }
      assert.doesNotMatch((await read.run({ path }, context)).text, /TREASURE/)
      await write.run({ path, content: 'overwritten' }, context)
      assert.equal(readFileSync(join(outside, 'a.txt'), 'utf8'), 'TREASURE')
      assert.ok(!existsSync(join(outside, 'new.txt')) && !existsSync(join(root, 'missing')))
    }),
    { numRuns: 600 },
  )
})

const realOf = (path: string): string | undefined => {
  try {
    // Not the one written in JavaScript, which takes `link/..` for the directory of the link.
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

test('a resolved path is what the system makes of it, for everything that exists', async (t) => {
  const bench = toolBench(t)
  layOut(bench)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...EXISTING, ''), { maxLength: 7 }), async (parts) => {
      const path = `${bench.cwd}/${parts.join('/')}`
      const real = realOf(path)
      if (real !== undefined) assert.equal(await resolvePath(path), real)
    }),
    { numRuns: 400 },
  )
  assert.equal(await resolvePath(join(bench.cwd, 'loop')), undefined)
  assert.equal(await resolvePath(join(bench.cwd, 'sub', 'dangling')), join(bench.root, 'outside', 'new.txt'))
})

test('who leaves the working directory, or wants secrets, is asked about with the whole path', async (t) => {
  const bench = toolBench(t, { approves: true })
  layOut(bench)
  const { cwd, root, asked, context } = bench
  const ours = context.app.home
  const reasons: [path: string, use: 'read' | 'write', reason: string | undefined][] = [
    ['out/a.txt', 'read', 'outside-directory'],
    ['../project-too/x', 'write', 'outside-directory'],
    ['/etc/hostname', 'read', 'outside-directory'],
    ['.env', 'read', 'secrets'],
    ['sub/.ENV.production', 'write', 'secrets'],
    ['.env.example', 'read', undefined],
    ['deploy/id_ed25519', 'read', 'secrets'],
    ['deploy/id_ed25519.pub', 'read', undefined],
    ['server.pem', 'read', 'secrets'],
    ['~/.ssh/config', 'read', 'secrets'],
    ['~/.aws/credentials', 'read', 'secrets'],
    [join(ours, 'warmstart.db'), 'read', 'secrets'],
    ['.git/hooks/pre-commit', 'write', 'runs-later'],
    ['.git/HEAD', 'read', undefined],
    ['.bashrc', 'write', 'runs-later'],
    ['root/proc/self/environ', 'read', 'system'],
    ['environment.ts', 'read', undefined],
  ]
  for (const [path, use, reason] of reasons) {
    asked.length = 0
    const permitted = await permitPath(path, context, { tool: 'x', use, verb: use })
    assert.ok(permitted.isPermitted)
    assert.equal(asked[0]?.reason, reason, path)
    if (reason !== undefined) assert.equal(asked[0]?.what, `${use} ${permitted.path}`)
  }
  assert.equal(await readText(join(root, 'outside', 'a.txt')), 'TREASURE')
  assert.ok(cwd.startsWith(dirname(root)))
})

const readText = async (path: string): Promise<string> => {
  const handle = await openFile(path)
  assert.ok(!('notAFile' in handle))
  await using file = handle
  return file.readFile('utf8')
}

test('a directory or file that becomes a link after the question is not followed', async (t) => {
  const bench = toolBench(t)
  layOut(bench)
  const { cwd, root, context } = bench
  writeFileSync(join(cwd, 'sub', 'a.txt'), 'inside')
  const asksFor = { tool: 'x', use: 'write', verb: 'write' } as const
  const file = await permitPath('sub/a.txt', context, asksFor)
  const fresh = await permitPath('sub/new/b.txt', context, asksFor)
  assert.ok(file.isPermitted && fresh.isPermitted)
  renameSync(join(cwd, 'sub'), join(cwd, 'moved'))
  symlinkSync(join(root, 'outside'), join(cwd, 'sub'))
  await assert.rejects(openFile(file.path), { code: 'path-changed' })
  await assert.rejects(replaceFile(file.path, Buffer.from('overwritten')))
  await assert.rejects(replaceFile(fresh.path, Buffer.from('overwritten')))
  assert.equal(readFileSync(join(root, 'outside', 'a.txt'), 'utf8'), 'TREASURE')
  assert.ok(!existsSync(join(root, 'outside', 'new')))
  const leaf = await permitPath('moved/a.txt', context, asksFor)
  assert.ok(leaf.isPermitted)
  renameSync(join(cwd, 'moved', 'a.txt'), join(cwd, 'moved', 'b.txt'))
  symlinkSync(join(root, 'outside', 'a.txt'), join(cwd, 'moved', 'a.txt'))
  assert.deepEqual(await openFile(leaf.path), { notAFile: 'a link that was put there just now' })
})
