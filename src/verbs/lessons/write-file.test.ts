import assert from 'node:assert/strict'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lessonOn, SHOP } from '../../../tests/support/lesson-fixture.ts'
import { scratch } from '../../../tests/support/store.ts'
import type { Lesson } from '../../schema/lesson.ts'
import type { StandingLesson } from './ready-operation.ts'
import { planRemove, planUndo, planWrite } from './write-file.ts'

const standing = (lesson: Lesson, state: Lesson['state'] = 'active'): StandingLesson => ({
  lesson,
  state,
  repository: SHOP,
  foundAt: 0,
  expiresAt: null,
  word: null,
  file: '',
  isProjectAccepted: true,
})

const LESSONS = [standing(lessonOn('src/cart.ts')), standing(lessonOn('src/pay.ts'), 'candidate')]
const PLAIN = { isForced: false }

test('a file gets a block after a look at the difference, and is as before after undo', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  writeFileSync(path, '# Shop', { mode: 0o640 })
  const { diff, ids, write } = planWrite(path, LESSONS, PLAIN)
  assert.match(diff, /^\+- `src\/cart\.ts` does not exist\.$/m)
  assert.equal(readFileSync(path, 'utf8'), '# Shop', 'nothing is written before a yes')
  write()
  assert.equal(ids.length, 2)
  assert.equal(
    planWrite(
      path,
      LESSONS.map((each) => ({ ...each, state: 'written' as const })),
      PLAIN,
    ).diff,
    '',
  )
  planUndo(path, PLAIN).write()
  assert.equal(readFileSync(path, 'utf8'), '# Shop')
  assert.throws(() => planUndo(path, PLAIN), { code: 'nothing-to-undo' })
})

test('a file that was made for the block goes with it', (t) => {
  const path = join(scratch(t), 'AGENTS.md')
  planWrite(path, LESSONS, PLAIN).write()
  assert.match(readFileSync(path, 'utf8'), /src\/pay\.ts/)
  planUndo(path, PLAIN).write()
  assert.ok(!existsSync(path))
})

test('a block that a person edited is kept and told; a read-only file and a file that changed meanwhile are refused', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  planWrite(path, LESSONS, PLAIN).write()
  const edited = readFileSync(path, 'utf8').replace('src/cart.ts', 'src/basket.ts')
  writeFileSync(path, edited)
  assert.throws(() => planWrite(path, LESSONS, PLAIN), { code: 'block-edited' })
  assert.throws(() => planUndo(path, PLAIN), { code: 'block-edited' })
  assert.equal(readFileSync(path, 'utf8'), edited)
  const forced = planWrite(path, LESSONS, { isForced: true })
  writeFileSync(path, `${edited}more\n`)
  assert.throws(() => forced.write(), { code: 'settings-changed' })
  chmodSync(path, 0o444)
  assert.throws(() => planWrite(path, LESSONS, { isForced: true }).write(), { code: 'settings-permission' })
})

test('neither rules without a yes, nor what is told, refused or stale, nor lessons of the machine are written', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  const machine = { repository: null, owner: null, agent: null, machine: 'desk' }
  const left = [
    standing(lessonOn('a', { kind: 'rule' }), 'candidate'),
    standing(lessonOn('b', { told: { file: 'CLAUDE.md', line: 1, since: 0, of: 0 } })),
    standing(lessonOn('c'), 'refused'),
    standing(lessonOn('d'), 'stale'),
    standing(lessonOn('e', { kind: 'environment', scope: machine })),
  ]
  assert.throws(() => planWrite(path, left, PLAIN), { code: 'nothing-to-write' })
  assert.throws(() => planWrite(join(scratch(t), 'notes.txt'), LESSONS, PLAIN), { code: 'usage' })
})

const FOREIGN = standing(lessonOn('src/of-another-machine.ts'))

test('two machines write the same block: each keeps the lines of the other, also by force over an edited block', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  planWrite(path, [FOREIGN], PLAIN).write()
  planWrite(path, LESSONS, PLAIN).write()
  assert.match(readFileSync(path, 'utf8'), /of-another-machine[\s\S]*cart[\s\S]*pay/)
  const edited = readFileSync(path, 'utf8')
    .replace('src/pay.ts', 'src/till.ts')
    .replace('repository:\n', 'repository:\nAsk Kim.\n')
  writeFileSync(path, edited)
  planWrite(path, LESSONS, { isForced: true }).write()
  const after = readFileSync(path, 'utf8')
  for (const kept of ['- Ask Kim.', 'of-another-machine', 'src/cart.ts', 'src/pay.ts'])
    assert.ok(after.includes(kept), `${kept} in ${after}`)
  assert.equal(planUndo(path, PLAIN).ids.length, 5, 'the block is ours again')
  planUndo(path, PLAIN).write()
  assert.ok(!existsSync(path))
})

test('a line that another person of the store wrote stays, one that this owner refused goes', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  planWrite(path, LESSONS, PLAIN).write()
  const told = { file: 'CLAUDE.md', line: 3, since: 0, of: 0 }
  const asKim = LESSONS.map(({ lesson }) => standing({ ...lesson, told }, 'candidate'))
  assert.equal(planWrite(path, asKim, PLAIN).diff, '', 'for another person the file tells them')
  const [cart, pay] = asKim
  assert.ok(cart !== undefined && pay !== undefined)
  const { diff, ids } = planWrite(path, [cart, { ...pay, state: 'refused' }], PLAIN)
  assert.deepEqual(ids, [cart.lesson.id])
  assert.match(diff, /^-- `src\/pay\.ts`/m)
})

test('one lesson alone is added and taken out again, the others stay as they are', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  writeFileSync(path, '# Shop\n')
  const [cart, pay] = LESSONS
  assert.ok(cart !== undefined && pay !== undefined)
  planWrite(path, [], { isForced: false, only: pay.lesson }).write()
  const one = readFileSync(path, 'utf8')
  planWrite(path, [{ ...pay, state: 'stale' }], { isForced: false, only: cart.lesson }).write()
  assert.match(readFileSync(path, 'utf8'), /pay[\s\S]*cart/)
  planRemove(path, cart.lesson.id).write()
  assert.equal(readFileSync(path, 'utf8'), one)
  planRemove(path, pay.lesson.id).write()
  assert.equal(readFileSync(path, 'utf8'), '# Shop\n')
  assert.throws(() => planRemove(path, pay.lesson.id), { code: 'nothing-to-undo' })
})

test('files of every look get a block and are as before after undo', (t) => {
  const looks = {
    'carriage returns': '# Shop\r\n\r\nRules.\r\n',
    'no line end': '# Shop',
    'a byte order mark': '\uFEFF# Shop\n',
    empty: '',
    'three megabytes': `# Shop\n${'a line of it\n'.repeat(240_000)}`,
  }
  for (const [name, text] of Object.entries(looks)) {
    const path = join(scratch(t), 'CLAUDE.md')
    writeFileSync(path, text)
    const { diff, write } = planWrite(path, LESSONS, PLAIN)
    write()
    const put = readFileSync(path, 'utf8')
    assert.ok(put.startsWith(text) && diff.length < 2_000, name)
    assert.ok(!text.includes('\r') || !/[^\r]\n/.test(put), 'line ends are those of the file')
    planUndo(path, PLAIN).write()
    assert.equal(readFileSync(path, 'utf8'), text, name)
  }
})

test('a link stays a link, and the file behind it gets the block', (t) => {
  const folder = scratch(t)
  const [link, target] = [join(folder, 'CLAUDE.md'), join(folder, 'AGENTS.md')]
  writeFileSync(target, '# Shop\n')
  symlinkSync('AGENTS.md', link)
  planWrite(link, LESSONS, PLAIN).write()
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.match(readFileSync(target, 'utf8'), /src\/cart\.ts/)
  planUndo(link, PLAIN).write()
  assert.equal(readFileSync(target, 'utf8'), '# Shop\n')
  const astray = join(folder, 'GEMINI.md')
  symlinkSync('nowhere.md', astray)
  assert.throws(() => planWrite(astray, LESSONS, PLAIN), { code: 'settings-unreadable' })
})

test('bytes, too many of them, a directory, a place that is gone and a read-only one are told in words, and nothing changes', (t) => {
  const folder = scratch(t)
  const refused = (name: string, code: string, prepare: (path: string) => void): void => {
    const path = join(folder, name)
    prepare(path)
    assert.throws(() => planWrite(path, LESSONS, PLAIN).write(), { code }, name)
  }
  refused('bytes.md', 'settings-unreadable', (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 1])))
  refused('large.md', 'settings-unreadable', (path) => writeFileSync(path, 'x'.repeat(5_000_000)))
  refused('folder.md', 'settings-unreadable', (path) => mkdirSync(path))
  refused('gone/CLAUDE.md', 'no-such-directory', () => undefined)
  refused('locked/CLAUDE.md', 'settings-permission', (path) => mkdirSync(join(path, '..'), { mode: 0o555 }))
  assert.ok(!existsSync(join(folder, 'gone')))
})
