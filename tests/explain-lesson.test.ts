import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import { callIdsByPrefix } from '../src/store/facts/call.ts'
import { openStore } from '../src/store/open.ts'
import { LessonExplanation } from '../src/verbs/lessons/explain-shape.ts'
import type { LessonListing } from '../src/verbs/lessons/shape.ts'
import { runThere, writeReviewHome } from './support/review-home.ts'
import { scratch } from './support/store.ts'

suite('explain walks from a lesson to files and lines', () => {
  const home = scratch({ after })
  const { project, env } = writeReviewHome(home, Date.now())
  const run = (words: string[], cwd = project) => runThere(words, { env, cwd })
  let lessons: LessonListing[]

  before(() => {
    run(['sync'])
    const { stdout } = run(['lessons', '--all', '--json'])
    lessons = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LessonListing)
  })

  const explainedAs = (id: string) => {
    const { stdout, stderr, status } = run(['explain', id, '--json'])
    assert.equal(status, 0, stderr)
    const parsed: unknown = JSON.parse(stdout)
    assert.deepEqual(v.parse(LessonExplanation, parsed), parsed)
    return v.parse(LessonExplanation, parsed)
  }

  test('every lesson has its calls of both sides, and their lines are where it says', async () => {
    assert.ok(lessons.length >= 5)
    for (const { id, kind, support } of lessons) {
      const { lesson, mistakes, remedies, said } = explainedAs(id.slice(0, 8))
      assert.equal(lesson.id, id)
      assert.equal(mistakes.length, kind === 'rule' ? 0 : support.sessions)
      for (const { tool, subject, outcome, file, line } of [...mistakes, ...remedies]) {
        const text = readFileSync(file ?? '', 'utf8').split('\n')[(line ?? 0) - 1] ?? ''
        assert.ok(text.includes(`"name":"${tool}"`), `${file}:${line} holds a call of ${tool}`)
        assert.ok(text.includes((subject ?? '?').replaceAll(project, '')), `${file}:${line} holds ${subject}`)
        assert.ok(outcome !== null)
      }
      assert.ok(mistakes.every(({ outcome, excerpt }) => outcome === 'error' && excerpt !== ''))
      assert.ok(remedies.every(({ outcome }) => outcome === 'ok'))
      if (kind !== 'rule') continue
      assert.ok(said.length >= 2)
      for (const { file, line } of said)
        assert.match(readFileSync(file ?? '', 'utf8').split('\n')[line - 1] ?? '', /Always write commit messages/)
    }
  })

  test('a person reads what goes wrong, what to do instead, and where it stands', async () => {
    const cart = lessons.find(({ trigger }) => trigger.subject === 'src/cart.ts')
    const { stdout } = run(['explain', cart?.id ?? ''])
    for (const words of [
      /^`src\/cart\.ts` does not exist: it is `src\/lib\/cart\.ts`\.$/m,
      /^instead +src\/lib\/cart\.ts \(found by 12 sessions\)$/m,
      /^sessions +12 of 12 sessions, 12 times, last on /m,
      /^The mistake \(12 calls\)$/m,
      /^What worked then \(12 calls\)$/m,
      /^ {4}\S+\.jsonl:\d+$/m,
    ])
      assert.match(stdout, words)
    const told = lessons.find(({ trigger }) => trigger.subject === 'docs/api.md')
    assert.match(run(['explain', told?.id ?? '']).stdout, /^told +CLAUDE\.md line 3 says this, and \d+ of \d+ sess/m)
  })

  test('from elsewhere a lesson is found once it was left ready, or by its project', async () => {
    const [id = ''] = lessons.map((lesson) => lesson.id)
    const nowhere = run(['explain', id], home)
    assert.equal(nowhere.status, 3)
    assert.match(nowhere.stderr, /no call, lesson or template is called/)
    assert.equal(run(['explain', id, '--project', project], home).status, 0)
    run(['lessons', 'accept', '--all'])
    assert.match(run(['explain', id], home).stdout, /^state +given to new sessions by hooks$/m)
  })

  test('an id that fits several lessons, or a lesson and a call, is told in words', async () => {
    const store = await openStore(`sqlite:${home}/.warmstart/warmstart.db`)
    after(() => void store.close())
    const [call = ''] = await callIdsByPrefix(store, '')
    await store.run(
      'insert into lesson select repository, ?, owner, agent, machine, kind, rank, sentence, clause, words, path, path_there, told, holds, expires_at, found_at, body, any_task, worth, origin from lesson limit 1',
      [`${call.slice(0, 8)}ffff`],
    )
    const both = run(['explain', call.slice(0, 8)])
    assert.equal(both.status, 3)
    assert.match(
      both.stderr,
      new RegExp(`${call.slice(0, 8)} begins the id of a lesson and of (?:a call|several calls)`),
    )
    assert.equal(run(['explain', call]).status, 0, 'the whole id of a call is that call')
  })
})
