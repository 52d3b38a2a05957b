import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import type { App } from '../src/app.ts'
import { EXIT, exitCodeOf } from '../src/interfaces/cli/command.ts'
import { install } from '../src/interfaces/hooks/install.ts'
import { programPath, programWarning } from '../src/interfaces/hooks/install-program.ts'
import { undo } from '../src/interfaces/hooks/install-undo.ts'
import { readSettings, writeSettings } from '../src/interfaces/hooks/settings-file.ts'
import { AppError } from '../src/lib/error.ts'
import { InstallReport } from '../src/verbs/install/shape.ts'
import { scratch, testApp } from './support/store.ts'

const ENTER = resolve(import.meta.dirname, '..', 'src/interfaces/cli/enter.mjs')

/** A throw-away home, with our own directory in it. */
const homeApp = (t: TestContext): App => {
  const app = testApp(scratch(t))
  mkdirSync(app.place.home)
  return { ...app, home: join(app.place.home, '.warmstart') }
}

const write = (app: App, path: string, text: string | Buffer, mode = 0o644): string => {
  const whole = join(app.place.home, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  chmodSync(whole, mode)
  return whole
}

/** Everything below a directory: paths, kinds, modes, bytes. */
const snapshot = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((path) => {
        const stat = lstatSync(join(root, path))
        const mode = stat.mode.toString(8)
        if (stat.isSymbolicLink()) return [path, `${mode} -> ${readlinkSync(join(root, path))}`]
        return [path, stat.isFile() ? `${mode} ${readFileSync(join(root, path), 'hex')}` : mode]
      }),
  )

const doInstall = (app: App, agent: string, isDryRun = false) =>
  install(app, { agent, isDryRun, store: async () => undefined })
const doUndo = (app: App, agent: string, isDryRun = false) => undo(app, { agent, isDryRun })
const actions = (report: Awaited<ReturnType<typeof doUndo>>): string[] => report.files.map(({ action }) => action)
const valueOf = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))

/** Agents whose hooks stand in a file of theirs, in groups: which file, and which events. */
const AGENTS: [agent: string, file: string, events: string[]][] = [
  ['claude-code', '.claude/settings.json', ['SessionStart', 'UserPromptSubmit', 'PostToolUseFailure', 'SessionEnd']],
  ['codex', '.codex/hooks.json', ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd']],
]

const OTHERS = {
  hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done', timeout: 3, async: true }] }], SessionStart: [] },
  model: 'large',
  'unknown-key': { deep: [1, { ü: '漢字 🎉 \u0007' }] },
}

const SHAPES: [title: string, text: string | undefined][] = [
  ['no file', undefined],
  ['an empty file', ''],
  ['blanks alone', ' \n\n'],
  ['an empty object', '{}'],
  ['an empty object over lines', '{\n\n}\n'],
  ['two blanks', `${JSON.stringify(OTHERS, null, 2)}\n`],
  ['four blanks and no line end', JSON.stringify(OTHERS, null, 4)],
  ['tabs', `${JSON.stringify(OTHERS, null, '\t')}\n\n`],
  ['one line', JSON.stringify(OTHERS)],
  ['CRLF', `${JSON.stringify(OTHERS, null, 2).replaceAll('\n', '\r\n')}\r\n`],
  ['a byte order mark', `\uFEFF${JSON.stringify(OTHERS, null, 2)}\n`],
  ['an odd layout', '{ "hooks" : {\n"Stop":[ ] } ,\n\n   "a":1 }'],
]

for (const [agent, file, events] of AGENTS) {
  suite(`install and undo for ${agent}`, () => {
    for (const [title, text] of SHAPES) {
      test(title, async (t) => {
        const app = homeApp(t)
        const path = join(app.place.home, file)
        mkdirSync(dirname(path))
        if (text !== undefined) write(app, file, text, 0o640)
        const before = snapshot(app.place.home)
        const other = text === undefined || text.trim() === '' ? {} : valueOf(path)

        assert.deepEqual(actions(await doInstall(app, agent, true)), [text === undefined ? 'created' : 'changed'])
        assert.deepEqual(snapshot(app.place.home), before, 'a dry run writes nothing')

        const report = await doInstall(app, agent)
        assert.deepEqual(actions(report), [text === undefined ? 'created' : 'changed'])
        assert.equal(report.files[0]?.backup, text === undefined ? null : `${path}.warmstart-backup`)
        if (text !== undefined) assert.equal(readFileSync(`${path}.warmstart-backup`, 'utf8'), text)
        const added = valueOf(path) as { hooks: Record<string, { hooks: { command: string }[] }[]> }
        assert.deepEqual({ ...added, hooks: 0 }, { ...other, hooks: 0 })
        const had = (other['hooks'] ?? {}) as Record<string, unknown[]>
        for (const event of new Set([...events, ...Object.keys(had)])) {
          const groups = added.hooks[event] ?? []
          assert.deepEqual(groups.slice(0, had[event]?.length ?? 0), had[event] ?? [])
          assert.equal(groups.length, (had[event]?.length ?? 0) + (events.includes(event) ? 1 : 0))
          if (events.includes(event))
            assert.match(groups.at(-1)?.hooks[0]?.command ?? '', new RegExp(`warmstart hook ${agent}`))
        }
        if (text !== undefined) assert.equal(lstatSync(path).mode & 0o777, 0o640)

        const between = snapshot(app.place.home)
        assert.deepEqual(actions(await doInstall(app, agent)), ['unchanged'])
        assert.deepEqual(snapshot(app.place.home), between, 'a second time changes nothing')

        assert.deepEqual(actions(await doUndo(app, agent)), [text === undefined ? 'removed' : 'restored'])
        assert.deepEqual(snapshot(app.place.home), before)
        assert.deepEqual(actions(await doUndo(app, agent)), ['unchanged'])
        assert.deepEqual(snapshot(app.place.home), before)
      })
    }

    test('through a link, which stays one', async (t) => {
      const app = homeApp(t)
      const target = write(app, 'dotfiles/agent.json', JSON.stringify(OTHERS, null, 2), 0o600)
      mkdirSync(dirname(join(app.place.home, file)))
      symlinkSync(target, join(app.place.home, file))
      const before = snapshot(app.place.home)
      await doInstall(app, agent)
      assert.equal(readlinkSync(join(app.place.home, file)), target)
      assert.match(readFileSync(target, 'utf8'), /warmstart hook/)
      assert.deepEqual(readdirSync(dirname(target)), ['agent.json'], 'the backup is not among the dotfiles')
      await doUndo(app, agent)
      assert.deepEqual(snapshot(app.place.home), before)
    })

    test('what the user changed in between stays as it is, byte for byte', async (t) => {
      const app = homeApp(t)
      const path = write(app, file, JSON.stringify(OTHERS, null, 2))
      await doInstall(app, agent)
      const edited = readFileSync(path, 'utf8').replace('"model": "large"', '"model":   "small"')
      writeFileSync(path, edited)
      assert.deepEqual(actions(await doUndo(app, agent)), ['changed'])
      // An empty list of the user's own is not ours to remove, though it lost its line.
      assert.equal(readFileSync(path, 'utf8'), JSON.stringify(OTHERS, null, 2).replace('"large"', '  "small"'))
      assert.deepEqual(readdirSync(app.place.home), [dirname(file)])
      assert.deepEqual(readdirSync(dirname(path)), [file.split('/')[1]])
    })

    test('without the record our entries are known by their command', async (t) => {
      const app = homeApp(t)
      const path = write(app, file, '{\n  "a": 1\n}\n')
      const before = snapshot(app.place.home)
      await doInstall(app, agent)
      rmSync(app.home, { recursive: true })
      assert.deepEqual(actions(await doUndo(app, agent)), ['changed'])
      assert.deepEqual(snapshot(app.place.home), before)
      assert.equal(existsSync(`${path}.warmstart-backup`), false)
    })

    test('without the backup, or with one that somebody wrote to, too', async (t) => {
      for (const spoil of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, 'x')]) {
        const app = homeApp(t)
        const path = write(app, file, '{\n  "a": 1\n}\n')
        const before = snapshot(app.place.home)
        await doInstall(app, agent)
        spoil(`${path}.warmstart-backup`)
        assert.deepEqual(actions(await doUndo(app, agent)), ['changed'])
        assert.deepEqual(snapshot(app.place.home), before)
      }
    })

    test('after warmstart was moved, the old path is replaced and what the user did since is kept by undo', async (t) => {
      const app = homeApp(t)
      const path = write(app, file, JSON.stringify({ a: 1 }, null, 2))
      await doInstall(app, agent)
      const now = readFileSync(path, 'utf8')
      const command = /'([^']*)'\/warmstart/.exec(now)?.[1] ?? ''
      writeFileSync(path, now.replaceAll(command, '/gone').replace('"a": 1', '"a": 2'))
      assert.deepEqual(actions(await doInstall(app, agent)), ['changed'])
      assert.equal(readFileSync(path, 'utf8'), now.replace('"a": 1', '"a": 2'))
      assert.deepEqual(actions(await doUndo(app, agent)), ['restored'])
      assert.equal(readFileSync(path, 'utf8'), JSON.stringify({ a: 2 }, null, 2))
    })

    const BAD: [title: string, text: string | Buffer, message: RegExp][] = [
      ['a comment', '{\n  // no\n}', /:2: there is a comment/],
      ['a trailing comma', '{\n  "a": 1,\n}', /:3: there is a comma too many/],
      ['broken JSON', '{"a"', /:1: this is not JSON/],
      ['hooks of another kind', '{"hooks": "none"}', /`hooks` is not an object but string/],
      ['a key twice', '{"a": 1, "a": 2}', /`a` is there twice/],
      ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /not text in UTF-8/],
      ['too large', `{"a": "${'x'.repeat(4 * 1024 * 1024)}"}`, /larger than 4 MB/],
    ]
    for (const [title, text, message] of BAD) {
      test(`refused and left alone: ${title}`, async (t) => {
        const app = homeApp(t)
        write(app, file, text)
        const before = snapshot(app.place.home)
        for (const run of [doInstall, doUndo]) {
          await assert.rejects(run(app, agent), (error) => {
            assert.ok(error instanceof AppError && error.code === 'settings-unreadable')
            assert.match(error.message, message)
            assert.equal(exitCodeOf(error.code), EXIT.failed)
            return true
          })
          assert.deepEqual(snapshot(app.place.home), before)
        }
      })
    }

    test('refused and left alone: a directory, a link to nothing, a read-only file, a read-only directory', async (t) => {
      const cases: [code: string, make: (app: App) => void][] = [
        ['settings-unreadable', (app) => mkdirSync(join(app.place.home, file), { recursive: true })],
        [
          'settings-unreadable',
          (app) => {
            mkdirSync(dirname(join(app.place.home, file)))
            symlinkSync('nowhere', join(app.place.home, file))
          },
        ],
        ['settings-permission', (app) => write(app, file, '{}', 0o444)],
        ['settings-permission', (app) => chmodSync(dirname(write(app, file, '{}')), 0o555)],
      ]
      for (const [code, make] of cases) {
        const app = homeApp(t)
        make(app)
        const before = snapshot(app.place.home)
        await assert.rejects(doInstall(app, agent), { code })
        assert.deepEqual(snapshot(app.place.home), before)
        chmodSync(dirname(join(app.place.home, file)), 0o755)
      }
    })
  })
}

test('an agent that was never used here is not given a directory', async (t) => {
  const app = homeApp(t)
  await assert.rejects(doInstall(app, 'codex'), (error) => {
    assert.ok(error instanceof AppError && error.code === 'no-such-agent')
    assert.equal(exitCodeOf(error.code), EXIT.notFound)
    return true
  })
  assert.deepEqual(snapshot(app.place.home), {})
  await assert.rejects(doInstall(app, 'emacs'), { code: 'usage' })
})

test('the environment says where the settings are; undo finds them even when it no longer does', async (t) => {
  const app = homeApp(t)
  const path = write(app, 'elsewhere/hooks.json', '{"a": 1}')
  const moved: App = { ...app, place: { ...app.place, env: { CODEX_HOME: dirname(path) } } }
  await doInstall(moved, 'codex')
  assert.match(readFileSync(path, 'utf8'), /warmstart hook/)
  assert.deepEqual(actions(await doUndo(app, 'codex')), ['unchanged', 'restored'])
  assert.equal(readFileSync(path, 'utf8'), '{"a": 1}')
})

test('two agents share our directory; the last one to go takes it along', async (t) => {
  const app = homeApp(t)
  for (const [, file] of AGENTS) mkdirSync(dirname(join(app.place.home, file)))
  const before = snapshot(app.place.home)
  for (const [agent] of AGENTS) await doInstall(app, agent)
  for (const [agent] of AGENTS) await doUndo(app, agent)
  assert.deepEqual(snapshot(app.place.home), before)
})

test('a secret beside our lines is not in the report', async (t) => {
  const app = homeApp(t)
  // Made here: no scanner is to find one in the repository.
  const secret = `ghp_${'Zq3'.repeat(12)}`
  write(app, '.claude/settings.json', JSON.stringify({ env: { TOKEN: secret } }, null, 2))
  const report = await doInstall(app, 'claude-code')
  assert.ok(!JSON.stringify(report).includes(secret))
  assert.match(report.files[0]?.diff ?? '', /TOKEN/)
})

test('a hook of somebody else with a name like ours is not ours', async (t) => {
  const app = homeApp(t)
  const group = { hooks: [{ type: 'command', command: '/opt/warmstart hook codex-notes' }] }
  const path = write(app, '.codex/hooks.json', JSON.stringify({ hooks: { SessionStart: [group] } }))
  await doInstall(app, 'codex')
  assert.equal((valueOf(path)['hooks'] as { SessionStart: unknown[] }).SessionStart.length, 2)
  rmSync(app.home, { recursive: true })
  await doUndo(app, 'codex')
  assert.deepEqual(valueOf(path), { hooks: { SessionStart: [group] } })
})

test('a copy that npx may throw away is named, a clone is not', () => {
  assert.equal(programWarning('/home/sam/.npm/_npx/5f/node_modules/warmstart/bin/warmstart').length, 1)
  assert.deepEqual(programWarning('/home/sam/warmstart/bin/warmstart'), [])
  assert.ok(existsSync(programPath()))
})

test('what turns hooks off is said', async (t) => {
  const app = homeApp(t)
  write(app, '.claude/settings.json', '{"disableAllHooks": true}')
  write(app, '.codex/config.toml', 'model = "x"\n[features]\nhooks = false # no\n[other]\n')
  const next = async (agent: string): Promise<string> => (await doInstall(app, agent)).next.join('\n')
  assert.match(await next('claude-code'), /disableAllHooks/)
  assert.match(await next('codex'), /turned off in .*config\.toml/)
  write(app, '.codex/config.toml', '[other]\nhooks = false\n')
  assert.doesNotMatch(await next('codex'), /turned off/)
})

suite('the version of Claude Code is asked before its settings are written', () => {
  /** A home with a `claude` on the PATH that does what these lines of shell say. */
  const withClaude = (t: TestContext, lines: string): App => {
    const app = homeApp(t)
    write(app, '.claude/settings.json', '{"model": "large"}')
    write(app, 'bin/claude', `#!/bin/sh\n${lines}\n`, 0o755)
    const env = { ...app.place.env, PATH: `${join(app.place.home, 'bin')}:${process.env['PATH'] ?? ''}` }
    return { ...app, place: { ...app.place, env } }
  }
  const eventsIn = (app: App): string[] =>
    Object.keys((valueOf(join(app.place.home, '.claude/settings.json'))['hooks'] ?? {}) as object)

  const CASES: [title: string, lines: string, events: number, note: RegExp][] = [
    ['one of today gets all four', 'echo "2.1.326 (Claude Code)"', 4, /lists the 4 entries/],
    ['2.1.0 is new enough', 'echo 2.1.0', 4, /lists the 4 entries/],
    [
      '2.0.76 is spared the event it does not know',
      'echo "2.0.76 (Claude Code)"',
      3,
      /2\.0\.76 does not know PostToolUse/,
    ],
    ['1.0.60 knows the message alone', 'echo 1.0.60', 1, /does not know SessionStart, PostToolUseFailure, SessionEnd/],
    ['no number: all four, and what it needs is said', 'echo hello', 4, /gave no answer here/],
    ['a failure: as well', 'echo 2.1.326; exit 3', 4, /gave no answer here/],
  ]
  for (const [title, lines, events, note] of CASES)
    test(title, async (t) => {
      const app = withClaude(t, lines)
      const report = await doInstall(app, 'claude-code')
      assert.equal(eventsIn(app).length, events)
      assert.match(report.next.join('\n'), note)
    })

  test('a version without any of the hooks is refused, and nothing is written', async (t) => {
    const app = withClaude(t, 'echo 1.0.40')
    const before = snapshot(app.place.home)
    await assert.rejects(doInstall(app, 'claude-code'), { code: 'agent-too-old' })
    assert.deepEqual(snapshot(app.place.home), before)
  })

  test('after an update the same command adds what was left out', async (t) => {
    const app = withClaude(t, 'echo 2.0.76')
    await doInstall(app, 'claude-code')
    write(app, 'bin/claude', '#!/bin/sh\necho 2.1.1\n', 0o755)
    await doInstall(app, 'claude-code')
    assert.ok(eventsIn(app).includes('PostToolUseFailure'))
    await doUndo(app, 'claude-code')
    assert.equal(readFileSync(join(app.place.home, '.claude/settings.json'), 'utf8'), '{"model": "large"}')
  })
})

test('hooks of Codex have a name in its list', async (t) => {
  const app = homeApp(t)
  mkdirSync(join(app.place.home, '.codex'))
  await doInstall(app, 'codex')
  const { hooks } = valueOf(join(app.place.home, '.codex/hooks.json')) as {
    hooks: Record<string, { hooks: { statusMessage?: string }[] }[]>
  }
  const names = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks))
  for (const { statusMessage } of names) assert.match(statusMessage ?? '', /^Warmstart: /)
})

test('a file that changes between reading and writing is not overwritten', (t) => {
  const app = homeApp(t)
  const path = write(app, 'settings.json', '{}')
  const file = readSettings(path)
  writeFileSync(path, '{"new": 1}')
  assert.throws(() => writeSettings(file, '{"ours": 1}'), { code: 'settings-changed' })
  assert.equal(readFileSync(path, 'utf8'), '{"new": 1}')
  const missing = readSettings(join(app.place.home, 'other.json'))
  writeFileSync(missing.path, 'x')
  assert.throws(() => writeSettings(missing, 'y'), { code: 'settings-changed' })
})

test('for any settings, install and undo leave the home as it was', async (t) => {
  const app = homeApp(t)
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string().filter((key) => key !== 'hooks' && key !== '__proto__'),
        fc.jsonValue(),
      ),
      fc.constantFrom('', '\t', '   '),
      fc.constantFrom(0o600, 0o644),
      async (settings, space, mode) => {
        write(app, '.claude/settings.json', JSON.stringify(settings, null, space), mode)
        const before = snapshot(app.place.home)
        await doInstall(app, 'claude-code')
        assert.deepEqual(
          { ...valueOf(join(app.place.home, '.claude/settings.json')), hooks: 0 },
          JSON.parse(JSON.stringify({ ...settings, hooks: 0 })),
        )
        await doUndo(app, 'claude-code')
        assert.deepEqual(snapshot(app.place.home), before)
      },
    ),
    { numRuns: 60 },
  )
})

suite('as a process', () => {
  const run = (app: App, words: string[], preload: string[] = []) => {
    const { WARMSTART_HOME: _home, WARMSTART_STORE: _store, CLAUDE_CONFIG_DIR: _dir, ...rest } = process.env
    const env = { ...rest, HOME: app.place.home }
    return spawnSync(process.execPath, [...preload, ENTER, ...words], { encoding: 'utf8', env })
  }

  test('prints what is documented, and ends as documented', (t) => {
    const app = homeApp(t)
    assert.equal(run(app, ['install', 'claude-code']).status, EXIT.notFound)
    assert.equal(run(app, ['install', 'nobody']).status, EXIT.usage)
    write(app, '.claude/settings.json', '{"a": 1}')
    const before = snapshot(app.place.home)
    for (const words of [['--dry-run'], [], [], ['--undo']]) {
      const { stdout, status } = run(app, ['install', 'claude-code', '--json', ...words])
      assert.equal(status, EXIT.ok)
      const report: unknown = JSON.parse(stdout)
      assert.deepEqual(v.parse(InstallReport, report), report)
    }
    assert.deepEqual(snapshot(app.place.home), before)
    write(app, '.claude/settings.json', '{"a": 1} // mine')
    const refused = run(app, ['install', 'claude-code'])
    assert.equal(refused.status, EXIT.failed)
    assert.match(refused.stderr, /settings\.json:1: there is a comment/)
  })

  test('killed at any moment, it leaves every file whole, and undo brings everything back', (t) => {
    // Ends the process without a word before or after the n-th file takes its place.
    const killer = (nth: number, when: 'before' | 'after'): string =>
      `data:text/javascript,${encodeURIComponent(`
        import fs from 'node:fs'
        import { syncBuiltinESMExports } from 'node:module'
        let left = ${nth}
        const rename = fs.renameSync
        fs.renameSync = (...paths) => {
          const isIt = --left === 0
          if (isIt && '${when}' === 'before') process.kill(process.pid, 'SIGKILL')
          rename(...paths)
          if (isIt) process.kill(process.pid, 'SIGKILL')
        }
        syncBuiltinESMExports()
      `)}`
    const text = `${JSON.stringify(OTHERS, null, 2)}\n`
    const states = new Set<string>()
    // A backup, the record, the settings.
    for (const nth of [1, 2, 3]) {
      for (const when of ['before', 'after'] as const) {
        const app = homeApp(t)
        const path = write(app, '.claude/settings.json', text, 0o600)
        const before = snapshot(app.place.home)
        const killed = run(app, ['install', 'claude-code'], ['--import', killer(nth, when)])
        assert.equal(killed.signal, 'SIGKILL', killed.stderr)
        const now = readFileSync(path, 'utf8')
        assert.ok(now === text || now.includes('warmstart hook claude-code'))
        JSON.parse(now)
        states.add(now === text ? 'old' : 'new')
        assert.equal(run(app, ['install', 'claude-code', '--undo']).status, EXIT.ok)
        assert.deepEqual(snapshot(app.place.home), before, `${when} ${nth}`)
      }
    }
    assert.deepEqual([...states], ['old', 'new'])
  })
})
