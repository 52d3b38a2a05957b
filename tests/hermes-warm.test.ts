import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { openWarmstart, warmSession } from '../src/index.ts'
import { oldHermesHome, SESSIONS, sessionId, SYSTEM_RULES } from './support/old-hermes.ts'
import { runHere, runThere } from './support/run-here.ts'

/** The first generation's own documentation, walked through from top to bottom on a database of its time. */
suite('somebody who knows `hermes warm`', () => {
  let home = ''
  let env: Record<string, string> = {}
  const warm = async (...words: string[]): Promise<string> => {
    const { status, stdout, stderr } = await runHere(['warm', ...words], { env, cwd: home })
    assert.equal(status, 0, `warm ${words.join(' ')}: ${stderr}`)
    return stdout
  }
  const parsed = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'hermes-warm-'))
    env = { PATH: process.env['PATH'] ?? '', HOME: home, NO_COLOR: '1', COLUMNS: '80' }
    oldHermesHome(home, Date.now())
    // The program itself once; all else in this process.
    assert.equal(runThere(['warm', 'sync'], { env, cwd: home }).status, 0)
  })

  after(() => rmSync(home, { recursive: true, force: true }))

  test('analyzes a session, and all of them', async () => {
    assert.match(await warm('analyze', sessionId(0)), /15/)
    assert.match(await warm('analyze'), new RegExp(`${SESSIONS}`))
  })

  test('builds a template under a quoted name, lists, shows, tries, loads and deletes it by that name', async () => {
    const built = await warm(
      'build',
      '--name',
      'My Work',
      '--description',
      'the cart',
      '--tags',
      'cart,shop',
      '--min-messages',
      '20',
    )
    assert.match(built, /^My-Work {2}saved/)
    assert.match(await warm('build', '-n', 'My Work', '--max-sessions', '5', '--source', 'hermes'), /My-Work/)
    for (const list of ['list', 'list-templates']) assert.match(await warm(list), /My-Work/)
    assert.match(await warm('show', 'My Work'), /git status/)
    assert.match(await warm('test', 'My Work', 'mend the cart'), /mend the cart/)
    const messages = JSON.parse(await warm('load', 'My Work', '--format', 'openai-chat')) as { role: string }[]
    assert.deepEqual(
      messages.slice(0, 4).map(({ role }) => role),
      ['system', 'user', 'assistant', 'tool'],
    )
    assert.match(await warm('delete', 'My Work'), /Deleted My-Work/)
  })

  test('extracts one session under a name of its own, with a default description', async () => {
    for (const command of ['extract', 'create-template']) {
      const made = parsed(await warm(command, sessionId(1), '--type', 'code', '--max', '5', '--json'))
      assert.notEqual(made['description'], '')
      assert.match(String(made['name']), /^code-/)
    }
    assert.match(await warm('extract', sessionId(2), '-n', 'Ein Wagen'), /^Ein-Wagen /)
  })

  test('checks compression and compares two sessions', async () => {
    assert.match(await warm('compress-check', sessionId(0)), /compact/i)
    assert.match(await warm('compare', sessionId(0), sessionId(1)), /anecdote/)
  })

  test('is told what goes wrong although no session recorded a directory', async () => {
    const lessons = await warm('lessons', '--project', 'unknown')
    assert.match(lessons, /Not on the PATH: `pytest`/)
    assert.match(lessons, /Never delete files without asking/)
    assert.doesNotMatch(lessons, /continue with the next one/)
    assert.match(await warm('propose'), /no-directory-candidate/)
    assert.match(await warm('start'), /pytest/)
  })

  test('gets errors inside JSON answers by their words, markers inside the project, and rules of the system message', async () => {
    await warm('build', 'shop')
    const shop = parsed(await warm('show', 'shop', '--json'))
    const [recovery] = shop['recoveries'] as { signature: string }[]
    assert.equal(recovery?.signature, 'bash: pytest: command not found')
    assert.deepEqual(shop['contextMarkers'], [{ kind: 'path', value: 'cart.py', count: 3 * SESSIONS }])
    const rules = (shop['conventions'] as { text: string; kind: string; confirmed: boolean }[]).map(
      ({ text, kind, confirmed }) => [text, kind, confirmed],
    )
    assert.deepEqual(rules, [
      ['Always answer in English.', 'system', false],
      ['Never delete files without asking.', 'system', false],
    ])
    const reasons = JSON.stringify(shop['leftOut'])
    assert.doesNotMatch(reasons, /outside the project/)
  })

  test('is given lessons in the text form of a template that has no project', async () => {
    await warm('build', 'homeless')
    assert.equal((parsed(await warm('show', 'homeless', '--json'))['scope'] as { project: unknown }).project, null)
    const before = await warm('load', 'homeless', '--format', 'text')
    assert.doesNotMatch(before, /Not on the PATH/)
    await warm('lessons', 'accept', '--all', '--project', 'unknown')
    for (const shown of [
      await warm('load', 'homeless', '--format', 'text'),
      await warm('test', 'homeless', 'mend the cart', '--format', 'text'),
    ])
      assert.match(shown, /Not on the PATH: `pytest`/)
    assert.doesNotMatch(await warm('load', 'homeless', '--format', 'openai-chat'), /Not on the PATH/)
    await warm('delete', 'homeless')
  })

  test('takes the system message of all sessions as an addendum, which no session gets before a person said yes', async () => {
    const built = await warm('build', 'told', '--addendum-from', 'system')
    assert.match(built, /candidate/)
    const told = parsed(await warm('show', 'told', '--json'))
    const { id } = told['addendumYes'] as { id: string }
    assert.deepEqual([told['state'], told['addendum'], told['conventions']], ['candidate', SYSTEM_RULES, []])
    const refused = await runHere(['load', 'told', '--format', 'text'], { env, cwd: home })
    assert.match(refused.stderr, /only active ones/)
    // Who says yes has read it: the id stands where the whole text stands.
    for (const shown of [
      built,
      await warm('show', 'told'),
      await warm('review', 'told'),
      await warm('promote', 'told'),
    ])
      for (const line of [...SYSTEM_RULES.split('\n'), id]) assert.ok(shown.includes(line), shown)
    assert.ok(
      !(await warm('load', 'told', '--format', 'text')).includes('Never delete'),
      'a promoted template gives it without a yes',
    )
    assert.match(await warm('promote', 'told', '--rules', id), /is given its addendum, word for word/)
    assert.ok((await warm('load', 'told', '--format', 'text')).includes(SYSTEM_RULES))
    assert.match(await warm('build', 'told', '--addendum-from', 'system'), /unchanged: version 1/)
    assert.match(await warm('load', 'told', '--format', 'openai-chat'), /Never delete files/)
    const both = await runHere(['build', 'x', '--addendum-from', 'system', '--addendum', '-'], { env, cwd: home })
    assert.match(both.stderr, /decide for --addendum/)
    await warm('delete', 'told')
  })

  test('has the seven actions of the tool, and an answer for what is wrong', async () => {
    await using warmstart = await openWarmstart({ store: `sqlite:${join(home, '.warmstart', 'warmstart.db')}` })
    const ask = (given: object) => warmSession(warmstart, given) as Promise<Record<string, unknown>>
    const built = await ask({ action: 'build', name: 'A Name', description: 'x', min_messages: 20, tags: ['cart'] })
    assert.deepEqual([built['success'], built['name']], [true, 'A-Name'])
    assert.equal((await ask({ action: 'list' }))['success'], true)
    const loaded = await ask({ action: 'load', name: 'A Name' })
    assert.ok(Array.isArray(loaded['conversation_history']))
    assert.equal((await ask({ action: 'profile', session_id: sessionId(0) }))['tool_call_count'], 15)
    assert.equal((await ask({ action: 'compress-check', session_id: sessionId(0) }))['has_compression'], false)
    const compared = await ask({ action: 'compare', session_id: sessionId(0), compare_with: sessionId(1) })
    assert.equal(compared['success'], true)
    assert.equal((await ask({ action: 'delete', name: 'A Name' }))['success'], true)
    for (const wrong of [{ action: 'load' }, { action: 'dance' }, { action: 'load', name: 'nothing' }])
      assert.equal((await ask(wrong))['success'], false)
  })

  test('no default seed has an example without a value or a result, in any format', async () => {
    await warm('build', 'whole')
    const messages = JSON.parse(await warm('load', 'whole', '--format', 'openai-chat')) as Record<string, unknown>[]
    const calls = messages.flatMap((message) => (message['tool_calls'] ?? []) as { function: { arguments: string } }[])
    assert.ok(calls.length > 0)
    for (const call of calls) {
      const values = Object.values(JSON.parse(call.function.arguments) as object)
      assert.ok(
        values.some((value) => typeof value !== 'string' || !/^<[^<>]*>$/.test(value)),
        call.function.arguments,
      )
    }
    for (const { role, content } of messages) if (role === 'tool') assert.doesNotMatch(String(content), /^$|not shown/)
  })

  test('finds every command of the page for them in the program', async () => {
    const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'coming-from-hermes.md'), 'utf8')
    const named = new Set([...page.matchAll(/`warmstart ([a-z][a-z-]+)/g)].map(([, name = '']) => name))
    for (const name of named) {
      if (name === 'warm') continue
      const { status } = await runHere([name, '--help'], { env, cwd: home })
      assert.equal(status, 0, name)
    }
  })
})
