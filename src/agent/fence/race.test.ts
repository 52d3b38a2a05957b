import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toolBench } from '../../../tests/support/tool-context.ts'
import { createFileMemory } from '../tools/file-memory.ts'
import { createPatch } from '../tools/patch.ts'
import { createReadFile } from '../tools/read-file.ts'
import { createSearchFiles } from '../tools/search-files.ts'
import { createWriteFile } from '../tools/write-file.ts'

/** Ends with the test, whatever becomes of it. */
const running = (t: { after(clean: () => void): void }, script: string, ...args: string[]): ChildProcess => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => void child.kill('SIGKILL'))
  return child
}

const begun = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.stdout?.once('data', () => resolve()))

/** Puts a link to the outside in the place of a directory and takes it away again, as fast as it can. Tools may make it anew meanwhile. */
const SWAP = `
import { renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
const [cwd, outside] = process.argv.slice(1)
const [sub, real] = [cwd + '/sub', cwd + '/real']
const attempt = (work, other = () => undefined) => { try { work() } catch { other() } }
const clear = () => rmSync(sub, { recursive: true, force: true })
console.log('begun')
for (;;) {
  attempt(() => renameSync(sub, real), () => attempt(clear))
  attempt(() => symlinkSync(outside, sub))
  attempt(() => unlinkSync(sub), () => attempt(clear))
  attempt(() => renameSync(real, sub), () => attempt(clear))
}`

test('a directory that is swapped for a link out of the fence while tools work leads none of them out', async (t) => {
  const { context, cwd, root } = toolBench(t)
  mkdirSync(join(root, 'outside'))
  mkdirSync(join(cwd, 'sub'))
  writeFileSync(join(root, 'outside', 'a.txt'), 'TREASURE')
  writeFileSync(join(cwd, 'sub', 'a.txt'), 'inside')
  const swapping = running(t, SWAP, cwd, join(root, 'outside'))
  await begun(swapping)
  const memory = createFileMemory()
  const [read, write, patch] = [createReadFile(memory), createWriteFile(memory), createPatch(memory)]
  const search = createSearchFiles()
  let done = 0
  for (let round = 0; round < 300; round++) {
    const path = 'sub/a.txt'
    const answers = await Promise.all([
      read.run({ path }, context),
      write.run({ path, content: 'overwritten' }, context),
      write.run({ path: `sub/new-${round}/b.txt`, content: 'overwritten' }, context),
      patch.run({ path, old_string: 'TREASURE', new_string: 'overwritten' }, context),
      ...(round % 100 === 0 ? [search.run({ pattern: 'TREASURE|inside' }, context)] : []),
    ])
    for (const { text, isError } of answers) {
      assert.doesNotMatch(text, /TREASURE/)
      if (isError !== true) done++
    }
    assert.equal(readFileSync(join(root, 'outside', 'a.txt'), 'utf8'), 'TREASURE')
    assert.ok(!existsSync(join(root, 'outside', `new-${round}`)))
  }
  assert.ok(done > 0)
  assert.equal(swapping.exitCode, null)
})

const WRITE = `
const [module, path] = process.argv.slice(1)
const { replaceFile } = await import(module)
console.log('begun')
for (let round = 0; ; round++) await replaceFile(path, Buffer.from(String(round % 10).repeat(200_000)))`

test('whoever reads a file while it is written, or after its writer was killed, sees one whole version', async (t) => {
  const { cwd } = toolBench(t)
  const path = join(cwd, 'a.txt')
  writeFileSync(path, '0'.repeat(200_000))
  const isWhole = (): boolean => {
    const text = readFileSync(path, 'utf8')
    return text.length === 200_000 && text === (text[0] ?? '').repeat(200_000)
  }
  for (let round = 0; round < 5; round++) {
    const child = running(t, WRITE, join(import.meta.dirname, 'open-file.ts'), path)
    await begun(child)
    for (let look = 0; look < 20; look++) {
      assert.ok(isWhole())
      await new Promise((resolve) => setTimeout(resolve, look % 3))
    }
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    assert.ok(isWhole())
  }
})
