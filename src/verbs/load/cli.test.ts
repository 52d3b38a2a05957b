import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import * as v from 'valibot'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { patternDraft, templateDraft } from '../../../tests/support/template-fixture.ts'
import { readArguments } from '../../interfaces/cli/arguments.ts'
import { COMMANDS } from '../registry.ts'
import { widthOf } from '../../interfaces/cli/table.ts'
import { createTerminal } from '../../interfaces/cli/terminal.ts'
import { AppError } from '../../lib/error.ts'
import { LintReport } from '../../schema/listing/lint-report.ts'
import { SeedPreview } from '../test/shape.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { readTemplateUsage } from '../../store/templates/usage.ts'
import { openStore } from '../../store/open.ts'
import { readTemplate, saveTemplate } from '../../template/run.ts'
import { loadSeed } from './operation.ts'

interface Fixture {
  app: ReturnType<typeof testApp>
  store: Connection
  directory: string
  run(...words: string[]): Promise<{ code: number; out: string; err: string }>
}

/** A store with one template, and a way to run commands on it that keeps what they print and what they remark apart. */
const fixture = async (t: TestContext, state: Template['state'] = 'active'): Promise<Fixture> => {
  const directory = scratch(t)
  const app = testApp(directory)
  const store = await openStore(app.storeAddress)
  t.after(() => store.close())
  await saveTemplate(store, { name: 'shop', owner: 'sam', state, draft: templateDraft(), now: app.now() })
  return { app, store, directory, run: (...words) => runWith({ app, store }, words) }
}

const keeper = (columns: number): { stream: NodeJS.WriteStream; text(): string } => {
  let text = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk)
      done()
    },
  })
  return {
    stream: Object.assign(stream, { columns, isTTY: false }) as unknown as NodeJS.WriteStream,
    text: () => text,
  }
}

const runWith = async (
  { app, store, columns = 80 }: Pick<Fixture, 'app' | 'store'> & { columns?: number },
  [name = '', ...rest]: readonly string[],
) => {
  const command = await COMMANDS[name]?.()
  assert.ok(command !== undefined)
  const { positionals, values, given } = readArguments(command, rest)
  const text = (flag: string) => (typeof values[flag] === 'string' ? values[flag] : undefined)
  const [out, err] = [keeper(columns), keeper(columns)]
  const code = await command.run({
    app,
    terminal: createTerminal(out.stream, err.stream),
    positionals,
    given,
    text,
    isSet: (flag) => values[flag] === true,
    count: (flag) => (text(flag) === undefined ? undefined : Number(text(flag))),
    store: () => Promise.resolve(store),
  })
  return { code, out: out.text(), err: err.text() }
}

const failsWith = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === code && words.test(`${error.message} ${error.hint}`)

test('load prints the seed and nothing else, and the ledger knows what was shown', async (t) => {
  const { store, run } = await fixture(t)
  const { code, out, err } = await run('load', 'shop', '--format', 'openai-chat', '--message', 'go', '--dose', '2')
  const messages = JSON.parse(out) as { role: string; content: string }[]
  assert.deepEqual([code, err], [0, ''])
  assert.equal(messages.at(-1)?.content, 'go')
  const { id, patterns } = await readTemplate(store, { owner: 'sam', name: 'shop' })
  const usage = await readTemplateUsage(store, 'sam', id)
  assert.equal(usage.get(id)?.uses, 1)
  const [entry] = await store.all<{ seen: string; dose: number; format: string; how: string }>('select * from exposure')
  assert.deepEqual(JSON.parse(entry?.seen ?? ''), [patterns[1]?.id, patterns[0]?.id])
  assert.deepEqual([entry?.dose, entry?.format, entry?.how], [2, 'openai-chat', 'load'])
  assert.equal((await run('load', 'shop', '--format', 'openai-chat', '--message', 'go', '--dose', '2')).out, out)
})

test('a template that is not active is not loaded, and can be looked at', async (t) => {
  const { store, run } = await fixture(t, 'quarantined')
  await assert.rejects(
    run('load', 'shop', '--format', 'text'),
    failsWith('template-not-active', /quarantined.*promote shop/),
  )
  const { code, out } = await run('test', 'shop', 'fix the build')
  assert.equal(code, 0)
  assert.match(out, /shop@1 \(quarantined\) as text/)
  assert.match(
    out,
    /run go test on the package at hand[\s\S]*your message, 3 tokens\s+fix the build[\s\S]*tokens in all/,
  )
  assert.deepEqual(await store.all('select * from exposure'), [])
})

test('a store that cannot be written does not stop a load', async (t) => {
  const { app, store } = await fixture(t)
  const readOnly: Connection = {
    ...store,
    insertNew: () => Promise.reject(new AppError('store-read-only', 'the store is read-only')),
  }
  const { text, unrecorded } = await loadSeed(app, readOnly, { name: 'shop', format: 'text' })
  assert.match(text, /go test/)
  assert.equal(unrecorded, 'the store is read-only')
})

test('somebody else does not get my template', async (t) => {
  const { run } = await fixture(t)
  await assert.rejects(run('load', 'shop', '--format', 'text', '--owner', 'kim'), failsWith('no-such-template', /kim/))
})

test('a preview has the documented shape, and its parts say what they cost', async (t) => {
  const { run } = await fixture(t)
  for (const format of ['anthropic', 'gemini', 'hermes-prefill', 'skill']) {
    const { out } = await run('test', 'shop', 'fix the build', '--format', format, '--json')
    const preview = v.parse(SeedPreview, JSON.parse(out))
    const sum = preview.parts.reduce((total, { tokens }) => total + tokens, 0)
    assert.ok(preview.tokens > 0 && sum > 0 && preview.parts.every(({ tokens }) => tokens > 0))
    assert.equal(preview.parts.filter(({ part }) => part === 'pattern').length, 2)
    assert.ok(preview.document.includes('go test <path>'))
  }
})

test('a conversation out of a file gets the seed; what is no conversation is refused', async (t) => {
  const { run, directory } = await fixture(t)
  const path = join(directory, 'talk.json')
  writeFileSync(path, '{"role":"system","content":"be good"}\n{"role":"user","content":"hello"}\n')
  const { out } = await run('load', 'shop', '--format', 'openai-chat', '--into', path)
  const messages = JSON.parse(out) as { role: string; content: string }[]
  assert.equal(messages[0]?.content, 'be good')
  assert.equal(messages.at(-1)?.content, 'hello')
  // The template has nothing to say before its examples: no line of a person was confirmed.
  assert.equal(messages.length, 2 + 6)
  writeFileSync(path, '{"role":')
  const load = () => run('load', 'shop', '--format', 'openai-chat', '--into', path)
  await assert.rejects(load, failsWith('usage', /not JSON/))
  await assert.rejects(
    run('load', 'shop', '--format', 'openai-chat', '--into', `${path}.gone`),
    failsWith('no-such-path', /no file/),
  )
  writeFileSync(path, '[{"role":"tool","tool_call_id":"x","content":""}]')
  await assert.rejects(load, failsWith('invalid-conversation', /refused even without a seed.*L1-pairing/))
})

test('tools that the session does not have make text of a history, with the reason on standard error', async (t) => {
  const { run, directory } = await fixture(t)
  const tools = join(directory, 'tools.json')
  writeFileSync(tools, JSON.stringify([{ name: 'other', input_schema: { type: 'object' } }]))
  const { out, err } = await run('load', 'shop', '--format', 'anthropic', '--tools', tools, '--message', 'go')
  assert.deepEqual(Object.keys(JSON.parse(out) as object), ['system', 'messages'])
  assert.match(err, /given as text, because the tool "Bash" is not declared \(L4-tools/)
})

test('a skill is written whole below the directory, over its own older self and over nobody else’s', async (t) => {
  const { run, directory } = await fixture(t)
  const out = join(directory, 'skills')
  const written = await run('load', 'shop', '--format', 'skill', '--out', out, '--message', 'go')
  const path = join(out, 'shop', 'SKILL.md')
  assert.equal(written.out, `${path}\n`)
  assert.match(written.err, /the message is not in it/)
  assert.match(
    readFileSync(path, 'utf8'),
    /^---\nname: shop\ndescription: ".*"\nmetadata:\n {2}warmstart-template: "[0-9a-f]{12}"\n---\n/,
  )
  assert.equal(statSync(path).mode & 0o777, 0o600)
  await run('load', 'shop', '--format', 'skill', '--out', out, '--dose', '1')
  assert.deepEqual(readdirSync(join(out, 'shop')), ['SKILL.md'])
  writeFileSync(path, '---\nname: shop\n---\nmine')
  await assert.rejects(run('load', 'shop', '--format', 'skill', '--out', out), failsWith('not-written', /left alone/))
  assert.match(readFileSync(path, 'utf8'), /mine/)
  writeFileSync(join(directory, 'blocked'), '')
  await assert.rejects(
    run('load', 'shop', '--format', 'skill', '--out', join(directory, 'blocked')),
    failsWith('not-written', /cannot be written/),
  )
  await assert.rejects(run('load', 'shop', '--format', 'text', '--out', out), failsWith('usage', /--out belongs/))
  assert.ok(!existsSync(join(directory, 'blocked', 'shop')))
})

test('lint says what a provider would refuse, and ends with 1 for it', async (t) => {
  const { run, directory } = await fixture(t)
  const path = join(directory, 'history.json')
  const seed = await run('load', 'shop', '--format', 'anthropic', '--message', 'go')
  writeFileSync(path, seed.out)
  assert.equal((await run('lint', '--format', 'anthropic', path)).code, 0)
  writeFileSync(path, seed.out.replace('"role":"assistant"', '"role":"user"'))
  const { code, out } = await run('lint', '--format', 'anthropic', path, '--json')
  assert.equal(code, 1)
  const report = v.parse(LintReport, JSON.parse(out))
  assert.equal(report.valid, false)
  assert.ok(report.problems.some(({ check, at }) => check === 'L5-roles' && at === 'messages[1].content[0]'))
  const shown = await run('lint', '--format', 'anthropic', path)
  assert.match(shown.out, /^invalid as anthropic: \d+ errors?, \d+ warnings?, \d+ tokens\n\nProblems\nL5-roles/)
  writeFileSync(path, 'not json')
  assert.equal((await run('lint', '--format', 'gemini', path)).code, 1)
  assert.equal((await run('lint', '--format', 'text', path)).code, 0)
  await assert.rejects(run('lint', '--format', 'morse', path), failsWith('unknown-format', /no format morse/))
})

test('previews and reports fit the window, whatever the template holds', async (t) => {
  const { app, store, directory } = await fixture(t)
  const long = patternDraft('long', {
    arguments: { command: 'x'.repeat(300) },
    result: `${' '.repeat(90)}${'y '.repeat(200)}\n\n${'漢'.repeat(90)}`,
  })
  const draft = templateDraft({ patterns: [long], addendum: 'z'.repeat(200) })
  await saveTemplate(store, { name: 'long', owner: 'sam', state: 'active', draft, now: app.now() })
  const path = join(directory, 'history.json')
  writeFileSync(path, JSON.stringify({ messages: [{ role: 'r'.repeat(200), content: 'x' }, 7] }))
  const cases = [
    ['test', 'shop', 'fix the build'],
    ['test', 'long', 'm'.repeat(200), '--format', 'openai-responses'],
    ['lint', '--format', 'openai-chat', path],
  ]
  for (const words of cases) {
    for (const columns of [40, 60, 80]) {
      const { out } = await runWith({ app, store, columns }, words)
      assert.deepEqual(
        out.split('\n').filter((line) => widthOf(line) > columns),
        [],
      )
    }
  }
})
