import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { writeReviewHome } from './support/review-home.ts'
import { PROGRAM, runHere } from './support/run-here.ts'
import { scratch } from './support/store.ts'
import { typeInto } from './support/typed.ts'

const ENTER = '\u001B[?1049h'
const LEAVE = '\u001B[?25h\u001B[?1049l'
const CTRL_C = '\u0003'
const LEFT = '\u001B[D'

type TestContext = Parameters<typeof scratch>[0]

const laidOut = async (t: TestContext) => {
  const home = scratch(t)
  const place = writeReviewHome(home, Date.now())
  const run = (...words: string[]) => runHere(words, { env: place.env, cwd: place.project })
  assert.equal((await run('sync')).status, 0)
  /** Lessons by what they are about, with their states. */
  const states = async (): Promise<Record<string, string>> => {
    const listed = (await run('lessons', '--all', '--json')).stdout.trim().split('\n')
    const lessons = listed.map((line) => JSON.parse(line) as { state: string; trigger: { subject: string } })
    return Object.fromEntries(lessons.map(({ state, trigger }) => [trigger.subject, state]))
  }
  const file = join(place.project, 'CLAUDE.md')
  return { ...place, home, run, states, file }
}

test('a project has the same lessons under its path, a relative path and the name of its folder', async (t) => {
  const { project, run } = await laidOut(t)
  const idsUnder = async (...words: string[]): Promise<string[]> =>
    (await run('lessons', '--json', ...words)).stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id)
  const ids = await idsUnder()
  assert.ok(ids.length > 2)
  for (const name of [project, `${project}/`, '.', './', 'shop'])
    assert.deepEqual(await idsUnder('--project', name), ids, name)
  const accepted = await run('lessons', 'accept', '--all', '--project', 'shop')
  assert.match(accepted.stdout, /New sessions of this project are given/)
  assert.match((await run('lessons', 'accept', '--all')).stdout, /All lessons of this project are given already/)
})

test('lessons that stand in our own block stay in the list, and others of the file are counted', async (t) => {
  const { run } = await laidOut(t)
  const ids = async (): Promise<string[]> => (await run('lessons', '--json')).stdout.match(/"id":"[^"]+"/g) ?? []
  const before = await ids()
  assert.doesNotMatch((await run('lessons')).stdout, /Not listed/, 'the one that the file tells in vain is shown')
  assert.equal((await run('lessons', 'write', 'CLAUDE.md', '--yes')).status, 0)
  assert.deepEqual(await ids(), before)
  assert.match((await run('lessons')).stdout, /Not listed: 1 lesson that the project's own files tell already/)
})

suite('the review in a real terminal', () => {
  test('gives, writes, refuses, skips, goes back and undoes; ends with a summary', async (t) => {
    const { project, env, states, file, run } = await laidOut(t)
    const before = readFileSync(file, 'utf8')
    const { until, press, ended, whole } = await typeInto(t, ['lessons', 'review'], { env, cwd: project })
    await until(/Lesson 1 of 6 · shop[\s\S]*`tests` does not exist: it is `e2e`\.[\s\S]*q quit/)
    press('?')
    await until(/refuse it: your sessions are never given it[\s\S]*any key/)
    press('x', 'g')
    await until(
      /Lesson 2 of 6 · shop +1 given[\s\S]*`src\/cart\.ts` does not exist: it is `src\/lib\/cart\.ts`\.[\s\S]*q quit/,
    )
    press('w')
    await until(/This goes into CLAUDE\.md[\s\S]*\+- `src\/cart\.ts` does not exist[\s\S]*any other key/)
    assert.equal(readFileSync(file, 'utf8'), before, 'nothing is written before a yes')
    press('y')
    await until(/Lesson 3 of 6 · shop +1 given · 1 written/)
    assert.match(readFileSync(file, 'utf8'), /- `src\/cart\.ts` does not exist: it is `src\/lib\/cart\.ts`\./)
    press('r')
    await until(/Lesson 4 of 6[\s\S]*1 refused[\s\S]*too large[\s\S]*q quit/)
    press('u')
    await until(/Lesson 3 of 6 · shop +1 given · 1 written[\s\S]*This one is as it was before/)
    press('r')
    await until(/Lesson 4 of 6/)
    press(LEFT)
    await until(/Lesson 3 of 6[\s\S]*refused, never given/)
    press('s', 's')
    await until(/Lesson 5 of 6[\s\S]*Always write commit messages in the imperative\.[\s\S]*q quit/)
    press('g')
    await until(/exactly this line\?[\s\S]*any other key/)
    press('n')
    await until(/Nothing was changed[\s\S]*q quit/)
    press('s')
    await until(/Lesson 6 of 6[\s\S]*`docs\/api\.md` does not exist\.[\s\S]*CLAUDE\.md line 3 says this[\s\S]*q quit/)
    press('q')
    await until(/Given to new sessions: 1[\s\S]*Written into CLAUDE\.md: 1[\s\S]*Refused: 1[\s\S]*Left as they were: 3/)
    assert.deepEqual(await ended(), { code: 0 })
    assert.ok(whole().includes(ENTER) && whole().includes(LEAVE))
    assert.deepEqual(await states(), {
      tests: 'active',
      'src/cart.ts': 'written',
      '': 'refused',
      'src/orders.test.ts': 'candidate',
      'Always write commit messages in the imperative.': 'candidate',
      'docs/api.md': 'candidate',
    })
    assert.equal((await run('lessons', 'undo', 'CLAUDE.md', '--yes')).status, 0)
    assert.equal(readFileSync(file, 'utf8'), before)
    assert.equal((await states())['src/cart.ts'], 'candidate', 'as before it was written')
  })

  test('Ctrl-C leaves the terminal in order and keeps what was decided', async (t) => {
    const { project, env, states } = await laidOut(t)
    // The shell tells how it finds its terminal afterwards.
    const script = `"${PROGRAM}" lessons review; echo "ended $?"; stty -a | tr ';' '\\n' | grep -ow -e '-icanon' -e '-echo' || echo in order`
    const { spawn } = await import('@lydell/node-pty')
    const terminal = spawn('/bin/sh', ['-c', script], { cols: 80, rows: 24, cwd: project, env })
    let seen = ''
    terminal.onData((data) => (seen += data))
    const { eventually } = await import('./support/eventually.ts')
    const on = (pattern: RegExp) =>
      eventually(
        () => pattern.test(seen),
        () => `${pattern} in ${JSON.stringify(seen)}`,
      )
    await on(/Lesson 1 of 6[\s\S]*q quit/)
    terminal.write('r')
    await on(/Lesson 2 of 6[\s\S]*q quit/)
    terminal.write('w')
    await on(/This goes into CLAUDE/)
    terminal.write(CTRL_C)
    await on(/Refused: 1[\s\S]*ended 0[\s\S]*in order/)
    assert.ok(seen.lastIndexOf(LEAVE) > seen.lastIndexOf(ENTER))
    const now = await states()
    assert.deepEqual([now['tests'], now['src/cart.ts']], ['refused', 'candidate'])
  })

  test('a yes to all gives every lesson that waits but the rule, and undo --all takes it back', async (t) => {
    const { project, env, states, run } = await laidOut(t)
    const { until, press, ended } = await typeInto(t, ['lessons', 'review'], { env, cwd: project, columns: 60 })
    await until(/Lesson 1 of 6[\s\S]*q quit/)
    press('a')
    await until(/are given 4 lessons[\s\S]*too large[\s\S]*any other key/)
    press('y')
    await until(/All of them are given but rules/)
    press('q')
    await until(/undo: warmstart lessons undo --all/)
    assert.equal((await ended()).code, 0)
    const rule = 'Always write commit messages in the imperative.'
    assert.deepEqual([(await states())['tests'], (await states())[rule]], ['active', 'candidate'])
    assert.match((await run('lessons', 'undo', '--all')).stdout, /The yes is taken back/)
    assert.equal((await states())['tests'], 'candidate')
    assert.equal((await run('lessons', 'undo', '--all')).status, 3)
  })

  test('a block that a person has edited is left alone, and the review says so', async (t) => {
    const { project, env, file, run } = await laidOut(t)
    assert.equal((await run('lessons', 'write', 'CLAUDE.md', '--yes')).status, 0)
    const edited = readFileSync(file, 'utf8').replace('`e2e`', '`spec`')
    writeFileSync(file, edited)
    const { until, press, ended } = await typeInto(t, ['lessons', 'review', '--all'], {
      env,
      cwd: project,
      columns: 130,
    })
    await until(/Lesson 1 of 6[\s\S]*Always write commit messages[\s\S]*q quit/)
    press('w')
    await until(/the block of lessons in \S+ was changed by hand/)
    press('q')
    await until(/Nothing was changed/)
    assert.equal((await ended()).code, 0)
    assert.equal(readFileSync(file, 'utf8'), edited)
  })
})

test('bare lessons lists and offers the review; a choice of form, a pipe and CI ask nothing', async (t) => {
  const { project, env, run } = await laidOut(t)
  const offered = await typeInto(t, ['lessons'], { env, cwd: project })
  await offered.until(/r reviews them one by one/)
  offered.press('r')
  await offered.until(/Lesson 1 of 6/)
  offered.press('q')
  assert.equal((await offered.ended()).code, 0)
  const left = await typeInto(t, ['lessons'], { env, cwd: project })
  await left.until(/r reviews them one by one/)
  left.press(CTRL_C)
  assert.equal((await left.ended()).code, 0)
  for (const [words, more] of [
    [['lessons', '--format', 'text'], {}],
    [['lessons', '--json'], {}],
    [['lessons', '--all'], {}],
    [['lessons'], { CI: 'true' }],
    [['lessons', 'review', '--json'], {}],
  ] as const) {
    const quiet = await typeInto(t, words, { env: { ...env, ...more }, cwd: project })
    assert.equal((await quiet.ended()).code, 0)
    assert.ok(!quiet.whole().includes('one by one') && !quiet.whole().includes(ENTER), words.join(' '))
  }
  assert.equal(
    (await run('lessons', 'review')).stdout,
    (await run('lessons')).stdout,
    'without a terminal the review prints',
  )
  assert.ok(!(await run('lessons')).stdout.includes('one by one'))
})

suite('the end of start', () => {
  test('shows what a yes would give, and one key gives it', async (t) => {
    const { project, env, states } = await laidOut(t)
    const { until, press, ended } = await typeInto(t, ['start'], { env, cwd: project })
    // A key that was pressed before the question is no answer to it.
    press('y')
    await until(/could be told about shop\s+- `tests` does not exist[\s\S]*too large to read whole/)
    await until(/Give these 4 lessons to new sessions of shop\? \[y\]es \[r\]eview \[n\]o/)
    press('n')
    assert.equal((await ended()).code, 0)
    assert.equal((await states())['tests'], 'candidate')
    const again = await typeInto(t, ['start'], { env, cwd: project })
    await again.until(/\[n\]o/)
    again.press('y')
    await again.until(/4 lessons of shop: given from now on[\s\S]*undo: warmstart lessons undo --all --project \S+/)
    assert.equal((await again.ended()).code, 0)
    const now = await states()
    assert.deepEqual([now['tests'], now['Always write commit messages in the imperative.']], ['active', 'candidate'])
    const third = await typeInto(t, ['start'], { env, cwd: project })
    assert.equal((await third.ended()).code, 0)
    assert.ok(!third.whole().includes('[n]o'), 'nothing waits any more')
  })

  test('a window that is too small for all of them shows the rest before it asks; r goes to the review', async (t) => {
    const { project, env, states } = await laidOut(t)
    const { until, press, ended } = await typeInto(t, ['start'], { env, cwd: project, columns: 40 })
    await until(
      /All that new sessions of shop could be told[\s\S]*e2e[\s\S]*src\/cart\.ts[\s\S]*no-explicit-any[\s\S]*too large[\s\S]*\[n\]o/,
    )
    press('r')
    await until(/Lesson 1 of 6/)
    press(CTRL_C)
    await until(/Nothing was changed/)
    assert.equal((await ended()).code, 0)
    assert.equal((await states())['tests'], 'candidate')
  })

  test('without a terminal it prints the command and asks nothing', async (t) => {
    const { run, project } = await laidOut(t)
    const { stdout, status } = await run('start')
    assert.equal(status, 0)
    assert.ok(stdout.includes(`lessons accept --all --project ${project}`))
    assert.ok(!stdout.includes('[n]o'))
  })
})
