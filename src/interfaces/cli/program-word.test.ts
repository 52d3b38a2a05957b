import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { forShell, programWord } from './program-word.ts'

const clone = (t: { after(fn: () => void): void }, name = 'clone') => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'warmstart-word-')))
  t.after(() => rmSync(root, { recursive: true }))
  for (const each of [name, 'other', 'links']) mkdirSync(join(root, each, 'bin'), { recursive: true })
  const program = join(root, name, 'bin', 'warmstart')
  for (const path of [program, join(root, 'other', 'bin', 'warmstart')]) writeFileSync(path, '')
  symlinkSync(program, join(root, 'links', 'warmstart'))
  return { root, program, word: (cwd: string, PATH?: string) => programWord({ env: { PATH } }, cwd, program) }
}

test('in the clone it is called by the short path, elsewhere by one that works there', (t) => {
  const { root, program, word } = clone(t)
  assert.deepEqual(word(join(root, 'clone')), {
    word: 'bin/warmstart',
    addToPath: 'export PATH="$PWD/bin:$PATH"',
  })
  assert.deepEqual(word(join(root, 'other'), '/nowhere'), {
    word: program,
    addToPath: `export PATH="${root}/clone/bin:$PATH"`,
  })
  assert.equal(word(join(root, 'clone', 'bin')).word, program)
})

test('where the PATH leads to it, also through a link, its name is enough; where it leads to another one it is not', (t) => {
  const { root, program, word } = clone(t)
  const name = { word: 'warmstart', addToPath: undefined }
  assert.deepEqual(word(root, `/nowhere:${join(root, 'clone', 'bin')}`), name)
  assert.deepEqual(word(root, join(root, 'links')), name)
  assert.equal(word(join(root, 'links'), `${join(root, 'other', 'bin')}:${join(root, 'links')}`).word, program)
})

test('a path with blanks and quotes is one word for a shell', (t) => {
  const { root, word } = clone(t, "it's here")
  assert.equal(word(join(root, 'other')).word, `'${root}/it'\\''s here/bin/warmstart'`)
  assert.equal(forShell('read,terminal'), 'read,terminal')
})

test('the line that adds it to the PATH means the directory, whatever is in its name', (t) => {
  const name = 'a "b" $HOME `id` \\c'
  const { root, word } = clone(t, name)
  for (const cwd of [root, join(root, 'other')]) {
    const { addToPath = '' } = word(cwd)
    const { stdout } = spawnSync('sh', ['-c', `${addToPath}; printf %s "$PATH"`], { cwd, encoding: 'utf8' })
    assert.equal(stdout.split(':')[0], join(root, name, 'bin'))
  }
})
