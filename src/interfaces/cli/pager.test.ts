import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { scratch } from '../../../tests/support/store.ts'
import { uses } from '../../../tests/support/programs.ts'
import { createPaged, pagerIn } from './pager.ts'
import { createTerminal } from './terminal.ts'

uses('less', 'more')

const pagedInto = (env: NodeJS.ProcessEnv, rows: number | undefined = 5) => {
  let printed = ''
  const stream = Object.assign(
    new Writable({
      write: (chunk, _encoding, done) => {
        printed += String(chunk)
        done()
      },
    }),
    { columns: 40, isTTY: true },
  ) as unknown as NodeJS.WriteStream
  const paged = createPaged(createTerminal(stream, stream), { rows, columns: 40, env })
  return { ...paged, printed: () => printed }
}

const PATH = { PATH: process.env['PATH'] }
const FIVE = ['one', 'two', 'three', 'four', 'five']

test('output that is longer than the window goes through the pager that the environment names', async (t) => {
  const file = join(scratch(t), 'paged')
  const { terminal, show, printed } = pagedInto({ ...PATH, PAGER: `cat > '${file}'` })
  for (const line of [...FIVE, 'a\u001B[2Jb']) terminal.line(line)
  await show()
  assert.equal(readFileSync(file, 'utf8'), `${FIVE.join('\n')}\na\u241B[2Jb\n`)
  assert.equal(printed(), '')
})

test('output that fits the window is printed', async (t) => {
  const file = join(scratch(t), 'paged')
  const { terminal, show, printed } = pagedInto({ ...PATH, PAGER: `cat > '${file}'` })
  for (const line of FIVE.slice(0, 4)) terminal.line(line)
  await show()
  assert.equal(printed(), 'one\ntwo\nthree\nfour\n')
  assert.ok(!existsSync(file))
})

test('a line that takes two rows counts as two', async (t) => {
  const file = join(scratch(t), 'paged')
  const { terminal, show } = pagedInto({ ...PATH, PAGER: `cat > '${file}'` })
  for (const line of ['one', 'two', 'three', 'x'.repeat(41)]) terminal.line(line)
  await show()
  assert.ok(existsSync(file))
})

test('without a pager that runs, everything is printed', async () => {
  const environments = [
    { ...PATH, PAGER: '' },
    { ...PATH, PAGER: 'cat' },
    { ...PATH, PAGER: 'no-such-pager 2>/dev/null' },
    { PATH: '' },
  ]
  for (const env of environments) {
    const { terminal, show, printed } = pagedInto(env)
    for (const line of FIVE) terminal.line(line)
    await show()
    assert.equal(printed(), `${FIVE.join('\n')}\n`, JSON.stringify(env))
  }
})

test('a pager that is closed early, and a window of unknown height, are no trouble', async () => {
  const early = pagedInto({ ...PATH, PAGER: 'true' })
  for (let line = 0; line < 50_000; line++) early.terminal.line(`line ${line}`)
  await early.show()
  assert.equal(early.printed(), '')
  const unknown = pagedInto({ ...PATH, PAGER: 'true' }, Number.NaN)
  unknown.terminal.line('one')
  await unknown.show()
  assert.equal(unknown.printed(), 'one\n')
})

test('an interrupt is for the pager while it runs, and for the program again afterwards', async () => {
  const own = (): void => undefined
  process.on('SIGINT', own)
  try {
    const { terminal, show } = pagedInto({ ...PATH, PAGER: `cat > /dev/null; kill -INT ${process.pid}; sleep 0.05` })
    for (const line of FIVE) terminal.line(line)
    await show()
    assert.ok(process.listeners('SIGINT').includes(own))
  } finally {
    process.off('SIGINT', own)
  }
})

test('less is preferred to more, and $PAGER to both', () => {
  assert.equal(pagerIn({ PATH: '', PAGER: 'most -s' }), 'most -s')
  assert.equal(pagerIn({ PATH: '' }), undefined)
})
