import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, suite, test, type TestContext } from 'node:test'
import { generateSample } from '../src/sample/generate.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { needs } from './support/programs.ts'
import { PROGRAM, runHere } from './support/run-here.ts'
import { contentOf, scratch, syncInto, testApp } from './support/store.ts'
import { templateDraft } from './support/template-fixture.ts'

/** A home with a store and history that the store does not know yet, as a full disk would find them. Nothing was ever profiled. */
let made = ''
before(async () => {
  made = mkdtempSync(join(tmpdir(), 'warmstart-full-'))
  mkdirSync(join(made, 'home', 'ws'), { recursive: true })
  generateSample(join(made, 'history'), { seed: 3, sessions: 8 })
  generateSample(join(made, 'more'), { seed: 4, sessions: 4 })
  const app = { ...testApp(made), storeAddress: `sqlite:${join(made, 'home', 'ws', 'warmstart.db')}` }
  await syncInto(app, { targets: [{ path: join(made, 'history') }] })
  const store = await openStore(app.storeAddress)
  await saveTemplate(store, { owner: 'sam', name: 'shop', state: 'active', draft: templateDraft(), now: 1 })
  await store.close()
})
after(() => rmSync(made, { recursive: true, force: true }))

interface Place {
  home: string
  store: string
}

const placeIn = (t: TestContext): Place => {
  const home = join(scratch(t), 'home')
  cpSync(join(made, 'home'), home, { recursive: true })
  return { home, store: join(home, 'ws', 'warmstart.db') }
}

const envOf = (home: string, ws = join(home, 'ws')): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  WARMSTART_HOME: ws,
  WARMSTART_OWNER: 'sam',
  COLUMNS: '80',
})

const run = (program: string, words: readonly string[], env: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 })
  return { status, stdout, stderr }
}

const withRoom = ({ home }: Place, words: readonly string[]) => runHere(words, { env: envOf(home), cwd: home })

/** No byte can be written to any file; printing still works, since a pipe is none. */
const withoutRoom = ({ home }: Place, words: readonly string[]) =>
  run('sh', ['-c', 'ulimit -f 0 && exec "$0" "$@"', PROGRAM, ...words], envOf(home))

const READING: string[][] = [
  ['profile'],
  ['profile', '--json'],
  ['calls', '--limit', '5'],
  ['calls', '--json'],
  ['sessions'],
  ['compare', '--a', 'source=codex', '--b', 'source=claude-code'],
  ['compress-check'],
  ['report', '--html', '-'],
  ['list'],
  ['show', 'shop'],
  ['history', 'shop'],
  ['explain', 'shop'],
  ['test', 'shop', 'fix the build'],
  ['select', 'fix the build'],
  ['review'],
  ['ledger'],
  ['sources'],
  ['doctor'],
  ['cron', 'list'],
  ['gateway', 'status'],
  ['gateway', 'sessions'],
]

const WRITING: string[][] = [
  ['sync', '--path', 'more'],
  ['build', 'new', '--min-support', '1'],
  ['propose'],
  ['edit', 'shop', '--description', 'other words'],
  ['retire', 'shop'],
  ['delete', 'shop'],
  ['cron', 'add', '0 9 * * 1', 'What changed?'],
  ['export', 'shop', '--out', 'pack.json'],
  ['report', '--html', 'page.html'],
  ['process', 'start', '--', 'true'],
]

/** Words that name a file of ours get its whole path. */
const inPlace = (words: readonly string[], { home }: Place): string[] =>
  words.map((word) => (word === 'more' ? join(made, word) : /\.(?:json|html)$/.test(word) ? join(home, word) : word))

const NOTE = /the disk is full; what follows comes from what it holds, and nothing is written/

/** Some say when they were made. */
const undated = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, 'TIME')

suite('where no byte can be written', { skip: process.platform === 'win32' && 'no ulimit on Windows' }, () => {
  for (const words of READING)
    test(`${words.join(' ')} says what it says elsewhere, with a word about the disk`, async (t) => {
      const place = placeIn(t)
      const full = withoutRoom(place, words)
      assert.equal(full.status, 0, full.stderr)
      assert.match(full.stderr, NOTE)
      assert.equal(full.stderr.match(new RegExp(NOTE, 'g'))?.length, 1)
      const usual = await withRoom(place, words)
      assert.doesNotMatch(usual.stderr, NOTE)
      assert.equal(undated(full.stdout), undated(usual.stdout))
    })

  test('a seed is given, and what is not in the ledger is said', (t) => {
    const { status, stdout, stderr } = withoutRoom(placeIn(t), ['load', 'shop', '--format', 'text'])
    assert.equal(status, 0, stderr)
    assert.match(stdout, /go test/)
    assert.match(stderr, /ledger/)
  })

  test('what a killed program left in the log of the store is read too', async (t) => {
    const place = placeIn(t)
    const store = await openStore(`sqlite:${place.store}`)
    await saveTemplate(store, { owner: 'sam', name: 'late', state: 'active', draft: templateDraft(), now: 2 })
    // As it lies there while somebody has it open, without whoever has it open.
    const killed = { home: join(scratch(t), 'home'), store: '' }
    mkdirSync(join(killed.home, 'ws'), { recursive: true })
    for (const end of ['', '-wal']) cpSync(`${place.store}${end}`, join(killed.home, 'ws', `warmstart.db${end}`))
    await store.close()
    const { status, stdout, stderr } = withoutRoom(killed, ['list'])
    assert.equal(status, 0, stderr)
    assert.match(stdout, /late/)
    assert.match((await withRoom(killed, ['list'])).stdout, /late/)
  })

  test('beside another program that has the store open it answers too', async (t) => {
    const place = placeIn(t)
    const store = await openStore(`sqlite:${place.store}`)
    const full = withoutRoom(place, ['profile'])
    await store.close()
    assert.equal(full.status, 0, full.stderr)
    assert.match(full.stderr, NOTE)
    assert.equal(full.stdout, (await withRoom(place, ['profile'])).stdout)
  })

  for (const words of WRITING)
    test(`${words.join(' ')} is refused with exit code 5, and nothing is lost`, async (t) => {
      const place = placeIn(t)
      const { status, stderr } = withoutRoom(place, inPlace(words, place))
      assert.equal(status, 5, stderr)
      assert.match(stderr, /disk is full|full disk|EFBIG/)
      assert.deepEqual(
        readdirSync(place.home, { recursive: true, encoding: 'utf8' }).filter((name) =>
          /\.tmp$|page|pack|room/.test(name),
        ),
        [],
      )
      await assertUnchanged(place)
      const again = await withRoom(place, inPlace(words, place))
      assert.notEqual(again.status, 5, again.stderr)
    })

  test('a database of another program is not touched, on a full disk neither', (t) => {
    const place = placeIn(t)
    const path = join(place.home, 'theirs.db')
    const database = new DatabaseSync(path)
    database.exec('pragma journal_mode = wal; create table theirs (id integer)')
    database.close()
    const { status, stderr } = withoutRoom(place, ['list', '--store', `sqlite:${path}`])
    assert.deepEqual([status, /another program/.test(stderr)], [4, true], stderr)
    assert.ok(!existsSync(`${path}-wal`))
  })
})

const contentAt = async (store: string) => {
  const connection = await openStore(`sqlite:${store}`)
  const content = await contentOf(testApp('/nowhere'), connection)
  const [check] = await connection.all('pragma integrity_check')
  const templates = await connection.all('select name, state, description from template')
  await connection.close()
  return { content, check: check?.['integrity_check'], templates }
}

const assertUnchanged = async ({ store }: Place): Promise<void> => {
  const now = await contentAt(store)
  assert.equal(now.check, 'ok')
  assert.deepEqual(now, await contentAt(join(made, 'home', 'ws', 'warmstart.db')))
}

/** A file system of our own, seen by the command alone. */
const NAMESPACE = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
const SMALL_DISK = `mount -t tmpfs -o size=12m none "$1" && cp -R "$2"/. "$1" && { dd if=/dev/zero of="$1/filler" bs=4096 2>/dev/null; shift 2; "$@"; }`

suite('on a disk that is really full', needs('unshare', 'mount', 'dd'), () => {
  test('reading answers, writing is refused, and after some room is made everything works', (t) => {
    const home = scratch(t)
    const disk = join(home, 'disk')
    mkdirSync(disk)
    const tried = spawnSync('unshare', [...NAMESPACE, 'mount', '-t', 'tmpfs', 'none', disk], { encoding: 'utf8' })
    if (tried.status !== 0) return t.skip(`no file system can be mounted here: ${tried.stderr.trim()}`)
    const script = `for words in "sync --path ${join(made, 'more')}" "list" "profile" "calls --limit 2" "sync --path ${join(made, 'more')}"; do
      "$0" $words >/dev/null; echo "$words: $?"
    done
    rm "$WARMSTART_HOME/filler"
    for words in "sync --path ${join(made, 'more')}" "profile"; do "$0" $words >/dev/null; echo "with room, $words: $?"; done`
    const words = [
      ...NAMESPACE,
      'sh',
      '-c',
      SMALL_DISK,
      'sh',
      disk,
      join(made, 'home', 'ws'),
      'sh',
      '-c',
      script,
      PROGRAM,
    ]
    const { stdout, stderr } = spawnSync('unshare', words, {
      encoding: 'utf8',
      env: envOf(home, disk),
    })
    const codes = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ --path [^:]+/, ''))
    assert.deepEqual(
      codes,
      [
        'sync: 5',
        'list: 0',
        'profile: 0',
        'calls --limit 2: 0',
        'sync: 5',
        'with room, sync: 0',
        'with room, profile: 0',
      ],
      stderr,
    )
  })
})
