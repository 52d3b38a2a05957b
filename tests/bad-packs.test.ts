import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { exportPack } from '../src/verbs/export/operation.ts'
import { importTemplates } from '../src/verbs/import/operation.ts'
import { ownKeyOrNew } from '../src/verbs/keys/files-operation.ts'
import { list } from '../src/verbs/list/templates-operation.ts'
import { createRandom } from '../src/sample/random.ts'
import type { TemplateDraft } from '../src/schema/template-draft.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { templateNamed, templateVersions, writeTemplate } from '../src/store/templates/template.ts'
import { packText } from '../src/template/pack.ts'
import { saveTemplate } from '../src/template/run.ts'
import { readStored } from '../src/template/validate.ts'
import { writtenOf } from '../src/template/version.ts'
import { failingAfter } from './support/failing-store.ts'
import { KEY, madePack, packedTemplate } from './support/pack-fixture.ts'
import { scratch, testApp } from './support/store.ts'
import { patternDraft, recoveryDraft, templateDraft, workflowDraft } from './support/template-fixture.ts'

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'warmstart')
const owner = 'sam'

interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

/** A refusal is one sentence, a hint, the documented exit code, and nothing on standard output. */
const assertRefused = (ran: Ran, exit: number, words: RegExp): void => {
  assert.equal(ran.status, exit, ran.stderr)
  assert.match(ran.stderr, words)
  assert.match(ran.stderr, /^warmstart: .+\n {2}\S/, 'a sentence, then what to do')
  assert.equal(ran.stdout, '')
}

suite('through the command line', () => {
  const home = scratch({ after })
  const address = `sqlite:${join(home, 'store.db')}`
  const run = (words: readonly string[], input: string | Buffer = ''): Ran => {
    const { status, stdout, stderr } = spawnSync(PROGRAM, [...words, '--store', address], {
      encoding: 'utf8',
      input,
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, COLUMNS: '100', WARMSTART_OWNER: owner },
    })
    return { status, stdout, stderr }
  }
  const written = (name: string, text: string | Buffer): string => {
    writeFileSync(join(home, name), text)
    return name
  }
  const templates = async (): Promise<string[]> => {
    const store = await openStore(address)
    try {
      return (await list(store, { owner })).templates.map(({ name }) => name)
    } finally {
      await store.close()
    }
  }
  const whole = madePack([packedTemplate({}, 'theirs')])

  before(async () => {
    const store = await openStore(address)
    const saved = (name: string, state: 'active' | 'candidate' | 'quarantined') =>
      saveTemplate(store, { owner, name, state, draft: templateDraft(), now: 1 })
    await saved('shop', 'active')
    await saved('unseen', 'quarantined')
    await saved('proposed', 'candidate')
    await store.close()
  })

  test('a pack that was changed, is not signed, or is of an unknown key is refused, each with what to do', async () => {
    const changed = whole.replace('go test', 'go vest')
    assertRefused(run(['import', written('changed.json', changed)]), 1, /changed or damaged on its way/)
    const unsigned = packText([packedTemplate({}, 'theirs')], undefined).text
    assertRefused(run(['import', written('unsigned.json', unsigned)]), 1, /not signed.*\n.*--allow-unsigned/)
    assertRefused(
      run(['import', written('unknown.json', whole)]),
      1,
      new RegExp(`signed by ${KEY.fingerprint}.*unknown key.*\\n.*keys trust unknown.json --label`),
    )
    assert.deepEqual((await templates()).toSorted(), ['proposed', 'shop', 'unseen'])
  })

  test('what was let in all the same is quarantined', async () => {
    const ran = run(['import', written('unknown.json', whole), '--allow-unknown-key', '--json'])
    assert.equal(ran.status, 0, ran.stderr)
    const report = JSON.parse(ran.stdout) as { sender: { trust: string }; templates: { state: string }[] }
    assert.deepEqual([report.sender.trust, report.templates[0]?.state], ['unknown-key', 'quarantined'])
    assertRefused(run(['load', 'theirs', '--format', 'text']), 1, /is quarantined/)
  })

  test('what is larger than a pack may be is refused without being read', () => {
    const path = join(home, 'huge.json')
    writeFileSync(path, '')
    truncateSync(path, 1024 ** 3)
    assertRefused(run(['import', 'huge.json']), 1, /larger than a pack may be/)
    assertRefused(run(['keys', 'trust', 'huge.json', '--label', 'x']), 1, /larger than a pack may be/)
    assertRefused(run(['import', '/dev/zero']), 1, /larger than a pack may be/)
    assertRefused(run(['import', '-'], Buffer.alloc(17 * 1024 * 1024, 'x')), 1, /larger than a pack may be/)
  })

  const FILES: [title: string, text: string | Buffer][] = [
    ['empty', ''],
    ['not text', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
    ['not JSON', 'hello'],
    ['something else', '{"name":"x","dependencies":{}}'],
    ['nested a million deep', '['.repeat(1_000_000)],
    ['nested inside a pack', `{"format":"warmstart-pack","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a list', '[1,2,3]'],
    ['null', 'null'],
  ]
  for (const [title, text] of FILES)
    test(`a file that is ${title} is refused in words`, () => {
      assertRefused(run(['import', written('odd.json', text)]), 1, /neither a pack nor a template file|cannot be used/)
    })

  const WORDS: [words: string[], exit: number, said: RegExp][] = [
    [['import', 'nowhere.json'], 3, /there is no file nowhere.json/],
    [['import', 'empty'], 3, /no template file in empty/],
    [['import', 'loop'], 1, /loop cannot be read/],
    [['import', 'x'.repeat(5_000)], 1, /cannot be read/],
    [['import'], 2, /FILE is missing/],
    [['import', 'unknown.json', '--allow-unknown-key', '--name', '../x'], 2, /cannot be the name/],
    [['export', 'shop'], 2, /export needs --out/],
    [['export', '--out', 'x.json'], 2, /NAME\.\.\. is missing/],
    [['export', 'nobody', '--out', 'x.json'], 3, /sam has no template called nobody/],
    [['export', 'shop', 'shop', '--out', 'x.json'], 2, /named twice/],
    [['export', 'unseen', '--out', 'x.json'], 1, /is quarantined; only active ones/],
    [['export', 'proposed', '--out', 'x.json'], 1, /is candidate; only active ones/],
    [['export', 'shop', '--out', '.'], 2, /is a directory/],
    [['export', 'shop', '--out', '/proc/nothing/x.json'], 1, /cannot be written/],
    [['export', 'shop', '--out', 'odd.json/x.json'], 1, /cannot be written/],
    [['export', 'shop', '--out', 'x'.repeat(300)], 1, /cannot be written/],
    [['keys', 'forget', 'beef'], 3, /no trusted key/],
    [['keys', 'forget'], 2, /needs a fingerprint/],
    [['keys', 'trust', 'unknown.json'], 2, /whose it is/],
    [['keys', 'shout'], 2, /has no verb shout/],
    [['keys', 'list', '--label', 'x'], 2, /belongs to/],
    [['keys', 'trust', 'odd.json', '--label', 'x'], 2, /holds no public key/],
  ]
  for (const [words, exit, said] of WORDS)
    test(words.map((word) => word.slice(0, 40)).join(' '), () => {
      written('odd.json', 'no key')
      rmSync(join(home, 'loop'), { force: true })
      symlinkSync('loop', join(home, 'loop'))
      mkdirSync(join(home, 'empty'), { recursive: true })
      assertRefused(run(words), exit, said)
      assert.equal(existsSync(join(home, 'x.json')), false)
    })

  test('a file that is there is replaced only when asked, and whole', () => {
    written('mine.txt', 'my notes')
    assertRefused(run(['export', 'shop', '--out', 'mine.txt']), 1, /there is a file .* already\n.*--force/)
    assert.equal(readFileSync(join(home, 'mine.txt'), 'utf8'), 'my notes')
    assert.equal(run(['export', 'shop', '--out', 'mine.txt', '--force']).status, 0)
    assert.match(readFileSync(join(home, 'mine.txt'), 'utf8'), /^\{"format":"warmstart-pack"/)
    const piped = run(['export', 'shop', '--out', '-'])
    assert.equal(piped.stdout, readFileSync(join(home, 'mine.txt'), 'utf8'))
    const both = run(['export', 'shop', '--out', '-', '--json'])
    assert.deepEqual([both.status, both.stdout], [2, ''])
    assert.deepEqual(
      readdirSync(home).filter((name) => name.endsWith('.tmp')),
      [],
    )
  })
})

suite('a secret that stands in a template although it must not', () => {
  // Made anew from a seed: nobody's.
  const random = createRandom(7)
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const token = `ghp_${Array.from({ length: 36 }, () => letters[random.between(0, letters.length - 1)]).join('')}`
  const own = 'correct-horse-battery-9'

  /** Puts a draft under a name past everything that looks for secrets. */
  const plant = async (store: Connection, draft: TemplateDraft): Promise<void> => {
    await saveTemplate(store, { owner, name: 'shop', state: 'active', draft: templateDraft(), now: 1 })
    const row = await templateNamed(store, owner, 'shop')
    const [stored] = row === undefined ? [] : await templateVersions(store, owner, row)
    assert.ok(row !== undefined && stored !== undefined)
    const { version } = readStored(stored, owner)
    assert.ok(version !== undefined)
    const { content, about, hash } = writtenOf({ ...version, draft })
    await writeTemplate(store, { ...row, hash }, { ...stored, content, about, hash })
  }

  const PLACES: [piece: RegExp, draft: (secret: string) => Partial<TemplateDraft>][] = [
    [/the pattern \w+ \(make\)/, (text) => ({ patterns: [patternDraft('make', { result: `got ${text}` })] })],
    [/the pattern/, (text) => ({ patterns: [patternDraft('make', { intent: `use ${text}` })] })],
    [/the pattern/, (text) => ({ patterns: [patternDraft('make', { arguments: { env: [{ X: text }] } })] })],
    [/the pattern/, (text) => ({ patterns: [patternDraft('make', { arguments: { [text]: 1 } })] })],
    [/the workflow/, (text) => ({ workflows: [workflowDraft(['make', `echo ${text}`])] })],
    [/the recovery/, (text) => ({ recoveries: [recoveryDraft('x', { failed: { command: `login ${text}` } })] })],
    [/marker 1/, (text) => ({ contextMarkers: [{ kind: 'url', value: `https://a.example/?q=${text}`, count: 1 }] })],
    [/its addendum/, (text) => ({ addendum: `The key is ${text}.` })],
    [
      /its description or figures/,
      (text) => ({ toolRates: [{ tool: text, successRate: { rate: 1, low: 0.5, high: 1, n: 4 } }] }),
    ],
  ]
  const SECRETS: [kind: string, text: string][] = [
    ['github', token],
    ['environment', own],
    ['home-path', '/srv/sams-own-place/notes'],
    ['host-name', 'sams-desk-77'],
  ]
  for (const [at, [piece, draftWith]] of PLACES.entries()) {
    for (const [kind, secret] of SECRETS) {
      test(`${kind} in ${piece.source} (${at}): nothing is written`, async (t) => {
        const app = testApp(scratch(t))
        const store = await openStore(app.storeAddress)
        t.after(() => void store.close())
        const draft = templateDraft({ workflows: [], recoveries: [], contextMarkers: [], ...draftWith(secret) })
        await plant(store, draft)
        const here = {
          ...app,
          machine: 'sams-desk-77',
          place: { ...app.place, home: '/srv/sams-own-place', env: { SHOP_PASSWORD: own } },
        }
        await assert.rejects(exportPack(here, store, { names: ['shop'] }), (error: Error & { code?: string }) => {
          assert.equal(error.code, 'export-refused')
          assert.match(error.message, /^shop was not exported: /)
          assert.match(error.message, piece)
          assert.ok(error.message.includes(kind), error.message)
          assert.ok(!error.message.includes(secret))
          return true
        })
        assert.equal(existsSync(join(app.home, 'keys')), false)
      })
    }
  }
})

test('a secret that only its name gives away is not exported, and not taken in', async (t) => {
  const app = testApp(scratch(t))
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const draft = templateDraft({
    patterns: [
      patternDraft('go test'),
      patternDraft('login', { tool: 'login', arguments: { password: 'blue-Kettle-42x' } }),
    ],
  })
  await saveTemplate(store, { owner, name: 'shop', state: 'active', draft, now: 1 })
  await assert.rejects(exportPack(app, store, { names: ['shop'] }), { code: 'export-refused', message: /login/ })
  const path = join(app.home, 'theirs.json')
  writeFileSync(path, madePack([packedTemplate(draft, 'theirs')]))
  const { templates } = await importTemplates(app, store, { path, allowUnknownKey: true })
  assert.deepEqual(templates[0]?.dropped, [{ reason: 'secret', count: 1 }])
  assert.equal(templates[0]?.patterns, 1)
})

suite('an import that is cut short', () => {
  const NAMES = Array.from({ length: 30 }, (_, at) => `pack-${at}`)
  const big = madePack(NAMES.map((name) => packedTemplate({}, name)))

  test('by a statement that fails leaves nothing behind', async (t) => {
    const app = testApp(scratch(t))
    const path = join(app.home, 'big.json')
    writeFileSync(path, big)
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    for (const statements of [0, 1, 2, 3, 5, 20, 60, 150]) {
      const input = { path, allowUnknownKey: true }
      await assert.rejects(importTemplates(app, failingAfter(store, statements), input), /the store is gone/)
      assert.deepEqual((await list(store, { owner })).templates, [], `after ${statements} statements`)
    }
  })

  test('by a killed process leaves all of it or nothing', async (t) => {
    const home = scratch(t)
    mkdirSync(join(home, 'user'))
    writeFileSync(join(home, 'big.json'), big)
    const address = `sqlite:${join(home, 'store.db')}`
    const words = ['import', join(home, 'big.json'), '--allow-unknown-key', '--store', address]
    const env = { ...process.env, HOME: join(home, 'user'), WARMSTART_OWNER: owner }
    let killed = 0
    for (const afterMs of [150, 250, 350, 450, 550, 700]) {
      const child = spawn(PROGRAM, words, { env, stdio: 'ignore' })
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
      clearTimeout(timer)
      if (signal === 'SIGKILL') killed++
      const store = await openStore(address)
      const found = (await list(store, { owner })).templates.length
      await store.close()
      assert.ok(found === 0 || found === NAMES.length, `${found} templates after ${afterMs} ms`)
    }
    assert.ok(killed > 0)
    const last = spawn(PROGRAM, words, { env, stdio: 'ignore' })
    assert.deepEqual(await once(last, 'exit'), [0, null])
    const store = await openStore(address)
    assert.equal((await list(store, { owner })).templates.length, NAMES.length)
    await store.close()
  })
})

test('a key that is on a disk which is not there today is not replaced by a new one', (t) => {
  const { home } = testApp(scratch(t))
  mkdirSync(join(home, 'keys'), { recursive: true })
  symlinkSync('/proc/nothing/signing.pem', join(home, 'keys', 'signing.pem'))
  assert.throws(() => ownKeyOrNew({ home }), { code: 'not-read' })
  assert.equal(readlinkSync(join(home, 'keys', 'signing.pem')), '/proc/nothing/signing.pem')
})
