import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callDirectory } from './call-directory.ts'

const TABLE: [
  what: string,
  args: unknown,
  isShell: boolean,
  base: string | undefined,
  directory: string | undefined,
][] = [
  ['without a word of its own that of the session', { command: 'ls' }, true, '/srv/shop', '/srv/shop'],
  ['the one it names', { cmd: 'ls', workdir: '/srv/till' }, true, '/srv/shop', '/srv/till'],
  ['a relative one below that of the session', { command: 'ls', workdir: 'web' }, true, '/srv/shop', '/srv/shop/web'],
  ['one above', { command: 'ls', cwd: '../till' }, true, '/srv/shop', '/srv/till'],
  ['on Windows as well', { command: 'dir', cwd: 'web' }, true, 'C:\\shop', 'C:\\shop\\web'],
  ['of a shell also under other names', { command: 'ls', directory: 'web' }, true, '/srv/shop', '/srv/shop/web'],
  ['what a listing is about is not where it ran', { dir_path: '/etc' }, false, '/srv/shop', '/srv/shop'],
  ['unknown where neither says it', { command: 'ls' }, true, undefined, undefined],
  ['arguments of any shape', 'ls', true, '/srv/shop', '/srv/shop'],
]

for (const [what, args, isShell, base, directory] of TABLE) {
  test(`the directory of a call is ${what}`, () => {
    assert.equal(callDirectory(args, isShell, base), directory)
  })
}
