import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { closeDirectory } from './private-directory.ts'

const scratch = (t: { after(clean: () => void): void }): string => {
  const directory = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

const POSIX = { skip: process.platform === 'win32' && 'Windows has no modes' }

test('a directory that others may enter is closed, through a link too', POSIX, (t) => {
  const userHome = scratch(t)
  for (const [mode, closed] of [
    [0o755, '700'],
    [0o750, '700'],
    [0o701, '700'],
    [0o777, '700'],
    [0o700, '700'],
    [0o555, '500'],
  ] as const) {
    const home = join(userHome, `home-${mode}`)
    mkdirSync(home)
    chmodSync(home, mode)
    symlinkSync(home, `${home}-link`)
    assert.equal(closeDirectory(`${home}-link`, { userHome }), undefined)
    assert.equal(modeOf(home), closed)
  }
})

test("the user's home, what is above it and shared directories are named and left as they are", POSIX, (t) => {
  const above = scratch(t)
  const userHome = join(above, 'sam')
  const shared = join(above, 'shared')
  for (const [path, mode] of [
    [above, 0o755],
    [userHome, 0o755],
    [shared, 0o1777],
  ] as const) {
    mkdirSync(path, { recursive: true })
    chmodSync(path, mode)
    assert.match(closeDirectory(path, { userHome }) ?? '', /mode \d{4}.*WARMSTART_HOME/)
    assert.equal(modeOf(path), mode.toString(8))
  }
})

test('a directory that is not there, and a file in its place, are nothing to close', (t) => {
  const userHome = scratch(t)
  assert.equal(closeDirectory(join(userHome, 'none'), { userHome }), undefined)
  assert.equal(closeDirectory(join(userHome, 'none', 'deeper'), { userHome }), undefined)
})

test('a directory of another user is named with what its owner can do', POSIX, (t) => {
  if (process.getuid?.() === 0) return t.skip('the superuser may change every directory')
  assert.match(closeDirectory('/usr', { userHome: scratch(t) }) ?? '', /mode 0755.*chmod 700 \/usr/)
})
