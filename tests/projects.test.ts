import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { AppError } from '../src/lib/error.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { isWorktreePath } from '../src/sources/project.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { projectHere } from '../src/store/templates/delivery.ts'
import { settleProjects } from '../src/store/facts/project.ts'
import { scopeSessions } from '../src/store/facts/scope-calls.ts'
import { readTemplate, saveTemplate } from '../src/template/run.ts'
import { join, projects, split } from '../src/verbs/project/operation.ts'
import { ProjectReport } from '../src/verbs/project/shape.ts'
import { bothEngines } from './support/engines.ts'
import { bash, type MadeSession, START, writeHistory } from './support/mined-history.ts'
import { scratch, testApp } from './support/store.ts'
import { templateDraft } from './support/template-fixture.ts'

type TestContext = Parameters<typeof scratch>[0]

const held = (id: string, project: string, repository: string | undefined, day: number): MadeSession => ({
  id,
  project,
  root: project,
  repository,
  startedAt: START + day * 86_400_000,
  calls: [bash('make')],
})

const SHOP = 'git.example/sam/shop'
const HISTORY: MadeSession[] = [
  held('first', '/home/sam/shop', SHOP, 1),
  held('clone', '/srv/shop-2', SHOP, 2),
  held('tree', '/home/sam/.codex/worktrees/91e1/shop', SHOP, 0),
  held('old', '/home/sam/old/shop', undefined, 3),
  held('cli-1', '/home/sam/work/cli', 'git.example/sam/cli', 4),
  held('cli-2', '/home/sam/play/cli', 'git.example/ann/cli', 5),
]

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const opened = async (t: TestContext, sessions: readonly MadeSession[] = HISTORY) => {
      const app = testApp(scratch(t), address(scratch(t)))
      const store = await openStore(app.storeAddress)
      t.after(() => void store.close())
      await writeHistory(store, sessions)
      await settleProjects(store, { isWorktree: isWorktreePath })
      return { app, store }
    }
    const counted = async (store: Connection): Promise<Record<string, number>> =>
      Object.fromEntries((await projects(store)).projects.map(({ project, sessions }) => [project, sessions]))

    test('sessions of one repository count under one path, also those of a tree that is gone', async (t) => {
      const { store } = await opened(t)
      assert.deepEqual(await counted(store), {
        '/home/sam/shop': 3,
        '/home/sam/old/shop': 1,
        '/home/sam/work/cli': 1,
        '/home/sam/play/cli': 1,
      })
      const report = v.parse(ProjectReport, await projects(store))
      const shop = report.projects.find(({ project }) => project === '/home/sam/shop')
      assert.deepEqual(shop?.repositories, [SHOP])
      assert.deepEqual(
        shop?.directories.map(({ path, how }) => [path, how]),
        [
          ['/home/sam/.codex/worktrees/91e1/shop', 'repository'],
          ['/home/sam/shop', 'itself'],
          ['/srv/shop-2', 'repository'],
        ],
      )
      assert.deepEqual(report.projects.map(({ name }) => name).toSorted(), [
        'old/shop',
        'play/cli',
        'sam/shop',
        'work/cli',
      ])
    })

    test('a session that is read again stays where it was joined, and a new one joins when it is written', async (t) => {
      const { store } = await opened(t)
      await writeHistory(store, [HISTORY[1] as MadeSession, held('later', '/tmp/x/shop', SHOP, 9)])
      const rows = await store.all("select native_id, project from session where native_id in ('clone', 'later')")
      assert.deepEqual(
        rows.map(({ project }) => project),
        ['/home/sam/shop', '/home/sam/shop'],
      )
    })

    test('a project is asked for by its path, a path joined to it, its folder or its repository', async (t) => {
      const { store } = await opened(t)
      for (const name of ['/home/sam/shop', '/srv/shop-2', 'sam/shop', SHOP, 'Sam/Shop']) {
        const found = await scopeSessions(store, { projects: [name] })
        const isOneDirectory = name === '/srv/shop-2'
        assert.equal(found.length, isOneDirectory ? 1 : 3, name)
      }
    })

    test('a directory is put under its project by its path or its remote, before any session of it was read', async (t) => {
      const { store } = await opened(t)
      const here = (project: string, repository?: string) => projectHere(store, { project, repository })
      assert.equal(await here('/srv/shop-2', SHOP), '/home/sam/shop')
      assert.equal(await here('/srv/shop-2'), '/home/sam/shop')
      assert.equal(await here('/tmp/new', SHOP), '/home/sam/shop')
      assert.equal(await here('/tmp/new'), '/tmp/new')
    })

    test('a person joins projects and takes it back, and templates follow', async (t) => {
      const { app, store } = await opened(t)
      const cwd = '/'
      const scope = { owner: 'sam', project: '/home/sam/old/shop', source: null, platform: null, model: null }
      const draft = templateDraft({ scope })
      await saveTemplate(store, { owner: 'sam', name: 'old', state: 'active', draft, now: START })
      const report = await join(app, store, { subject: '/home/sam/old/shop', target: SHOP, cwd })
      assert.deepEqual(report.changed, {
        how: 'joined',
        subject: '/home/sam/old/shop',
        target: '/home/sam/shop',
        sessions: 1,
      })
      assert.equal((await counted(store))['/home/sam/shop'], 4)
      const shown = await readTemplate(store, { owner: 'sam', name: 'old' })
      assert.equal(shown.scope.project, '/home/sam/shop')
      // A new session of the directory, and settling anew, change nothing.
      await writeHistory(store, [held('old-2', '/home/sam/old/shop', undefined, 12)])
      await settleProjects(store, { isWorktree: isWorktreePath })
      assert.equal((await counted(store))['/home/sam/shop'], 5)
      const back = await split(app, store, { subject: '/home/sam/old/shop', cwd })
      assert.deepEqual([back.changed?.sessions, back.claims], [2, []])
      assert.equal((await counted(store))['/home/sam/old/shop'], 2)
    })

    test('a whole project is joined with all its directories, and the newer word wins over the older', async (t) => {
      const { app, store } = await opened(t)
      await join(app, store, { subject: 'sam/shop', target: 'old/shop', cwd: '/' })
      assert.equal((await counted(store))['/home/sam/old/shop'], 4)
      await join(app, store, { subject: '/home/sam/old/shop', target: '/home/sam/shop', cwd: '/' }).catch(
        () => undefined,
      )
      await split(app, store, { subject: '/home/sam/shop', cwd: '/' })
      assert.equal((await counted(store))['/home/sam/shop'], 3)
    })

    test('a directory with the same remote is kept apart, and joined again', async (t) => {
      const { app, store } = await opened(t)
      await split(app, store, { subject: '/srv/shop-2', cwd: '/' })
      assert.deepEqual([(await counted(store))['/srv/shop-2'], (await counted(store))['/home/sam/shop']], [1, 2])
      assert.equal(await projectHere(store, { project: '/srv/shop-2', repository: SHOP }), '/srv/shop-2')
      assert.equal(await projectHere(store, { project: '/tmp/new', repository: SHOP }), '/home/sam/shop')
      await join(app, store, { subject: '/srv/shop-2', target: '/home/sam/shop', cwd: '/' })
      assert.equal((await counted(store))['/home/sam/shop'], 3)
    })

    test('names that fit several projects or none are refused with what there is', async (t) => {
      const { app, store } = await opened(t)
      const code = async (work: Promise<unknown>): Promise<string> =>
        work.then(
          () => 'done',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        )
      assert.equal(await code(join(app, store, { subject: 'cli', target: '/home/sam/shop', cwd: '/' })), 'ambiguous')
      assert.equal(
        await code(join(app, store, { subject: 'till', target: '/home/sam/shop', cwd: '/' })),
        'no-such-project',
      )
      assert.equal(await code(join(app, store, { subject: '/srv/shop-2', target: 'sam/shop', cwd: '/' })), 'usage')
      assert.equal(await code(split(app, store, { subject: 'work/cli', cwd: '/' })), 'usage')
      assert.equal(await code(split(app, store, { subject: '/home/sam/shop', cwd: '/' })), 'usage')
    })

    test('a yes to the lessons of a directory goes along when it is joined', async (t) => {
      const { app, store } = await opened(t)
      await store.run(
        `insert into lesson_project (owner, repository, accepted_at, announced_at) values ('sam', '/home/sam/old/shop', 1, 1)`,
      )
      await join(app, store, { subject: '/home/sam/old/shop', target: '/home/sam/shop', cwd: '/' })
      const rows = await store.all('select owner, repository from lesson_project')
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [{ owner: 'sam', repository: '/home/sam/shop' }],
      )
    })
  })

  test(`${engine}: a sync joins what transcripts and directories tell`, async (t) => {
    const app = testApp(scratch(t), address(scratch(t)))
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    const home = scratch(t)
    mkdirSync(joinPath(home, 'shop', '.git'), { recursive: true })
    writeFileSync(
      joinPath(home, 'shop', '.git', 'config'),
      '[remote "origin"]\n\turl = https://git.example/sam/shop.git\n',
    )
    const root = scratch(t)
    mkdirSync(joinPath(root, 'claude'))
    mkdirSync(joinPath(root, 'codex'))
    const uuid = (last: number): string => `0a0a0a0a-0000-4000-8000-00000000000${last}`
    const claude = (last: number, cwd: string, more: object[] = []): void => {
      const sessionId = uuid(last)
      const lines = [
        {
          type: 'user',
          sessionId,
          cwd,
          timestamp: `2026-02-0${last}T00:00:00Z`,
          message: { role: 'user', content: 'go' },
        },
        ...more.map((line) => ({ sessionId, ...line })),
      ]
      writeFileSync(
        joinPath(root, 'claude', `${sessionId}.jsonl`),
        lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      )
    }
    claude(1, joinPath(home, 'shop'))
    claude(2, '/gone/shop', [{ type: 'pr-link', prUrl: 'https://git.example/sam/shop/pull/7' }])
    claude(3, '/gone/trees/fix', [{ type: 'worktree-state', worktreeSession: { originalCwd: '/gone/shop' } }])
    claude(4, '/gone/till', [{ type: 'pr-link', prUrl: 'https://git.example/sam/shop/pull/7' }])
    const codex = [
      {
        timestamp: '2026-02-05T00:00:00Z',
        type: 'session_meta',
        payload: {
          id: uuid(5),
          cwd: '/gone/.codex/worktrees/91e1/shop',
          git: { repository_url: 'git@git.example:sam/shop.git' },
        },
      },
      {
        timestamp: '2026-02-05T00:00:01Z',
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      },
    ]
    writeFileSync(
      joinPath(root, 'codex', `rollout-2026-02-05T00-00-00-${uuid(5)}.jsonl`),
      codex.map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    await sync(app, store, {
      targets: [
        { source: 'claude-code', path: joinPath(root, 'claude') },
        { source: 'codex', path: joinPath(root, 'codex') },
      ],
      rebuild: false,
    })
    const rows = await store.all<{ native_id: string; project: string }>(
      'select native_id, project from session order by native_id',
    )
    const shop = joinPath(home, 'shop')
    assert.deepEqual(
      rows.map(({ native_id, project }) => [native_id.at(-1), project]),
      [
        ['1', shop],
        ['2', shop],
        ['3', shop],
        ['4', '/gone/till'],
        ['5', shop],
      ],
    )
  })
}
