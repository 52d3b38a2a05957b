import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../tests/support/store.ts'
import { createProjectFinder } from './project.ts'

const make = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

const CONFIG = `[core]
\trepositoryformatversion = 0
[remote "upstream"]
\turl = https://git.example/shops/shop.git
[remote "origin"]
\turl = git@git.example:sam/shop.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
\tremote = origin
`

test('a directory belongs to the repository around it, which is called by its remote', (t) => {
  const home = scratch(t)
  make(join(home, 'shop', '.git', 'config'), CONFIG)
  mkdirSync(join(home, 'shop', 'web', 'src'), { recursive: true })
  assert.deepEqual(createProjectFinder()(join(home, 'shop', 'web', 'src'), undefined), {
    project: join(home, 'shop'),
    root: join(home, 'shop'),
    repository: 'git.example/sam/shop',
  })
})

test('a linked working tree counts to its repository, wherever it lies', (t) => {
  const home = scratch(t)
  make(join(home, 'shop', '.git', 'config'), CONFIG)
  make(join(home, 'elsewhere', 'fix', '.git'), `gitdir: ${join(home, 'shop', '.git', 'worktrees', 'fix')}\n`)
  assert.deepEqual(createProjectFinder()(join(home, 'elsewhere', 'fix'), undefined), {
    project: join(home, 'shop'),
    root: join(home, 'elsewhere', 'fix'),
    repository: 'git.example/sam/shop',
  })
})

test('a repository without a working tree of its own is called by the directory around it', (t) => {
  const home = scratch(t)
  make(join(home, 'shop', '.bare', 'config'), CONFIG)
  make(join(home, 'shop', 'main', '.git'), 'gitdir: ../.bare/worktrees/main\n')
  const place = createProjectFinder()(join(home, 'shop', 'main'), undefined)
  assert.deepEqual([place.project, place.repository], [join(home, 'shop'), 'git.example/sam/shop'])
})

test('a submodule is a repository of its own', (t) => {
  const home = scratch(t)
  make(join(home, 'shop', '.git', 'config'), CONFIG)
  make(
    join(home, 'shop', '.git', 'modules', 'till', 'config'),
    '[remote "origin"]\nurl = https://git.example/sam/till\n',
  )
  make(join(home, 'shop', 'till', '.git'), 'gitdir: ../.git/modules/till\n')
  const place = createProjectFinder()(join(home, 'shop', 'till'), undefined)
  assert.deepEqual([place.project, place.repository], [join(home, 'shop', 'till'), 'git.example/sam/till'])
})

test('files of git that are damaged, huge or something else tell nothing and break nothing', (t) => {
  const home = scratch(t)
  make(join(home, 'a', '.git'), 'gitdir')
  make(join(home, 'b', '.git', 'config'), '\u0000'.repeat(300_000))
  mkdirSync(join(home, 'c', '.git', 'config'), { recursive: true })
  make(join(home, 'd', '.git', 'config'), '[remote "origin"]\nurl = /srv/shop.git\n')
  for (const name of ['a', 'b', 'c', 'd'])
    assert.deepEqual(createProjectFinder()(join(home, name), undefined), {
      project: join(home, name),
      root: join(home, name),
      repository: undefined,
    })
})

const GONE: [path: string, project: string, root: string, repository?: string][] = [
  ['/gone/shop/.claude/worktrees/fix/src', '/gone/shop', '/gone/shop/.claude/worktrees/fix'],
  ['/gone/shop/.worktrees/3', '/gone/shop', '/gone/shop/.worktrees/3'],
  ['/gone/shop/.worktrees/3/web', '/gone/shop', '/gone/shop/.worktrees/3'],
  ['/gone/shop.worktrees/fix', '/gone/shop', '/gone/shop.worktrees/fix'],
  ['/gone/shop-worktrees/fix/web', '/gone/shop', '/gone/shop-worktrees/fix'],
  ['/gone/shop/.conductor/oslo', '/gone/shop', '/gone/shop/.conductor/oslo'],
  [
    '/gone/.codex/worktrees/91e1/shop/web',
    '/gone/.codex/worktrees/91e1/shop',
    '/gone/.codex/worktrees/91e1/shop',
    '/gone/.codex/worktrees/shop',
  ],
  [
    '/gone/.cursor/worktrees/shop/x1y2/web',
    '/gone/.cursor/worktrees/shop/x1y2',
    '/gone/.cursor/worktrees/shop/x1y2',
    '/gone/.cursor/worktrees/shop',
  ],
  ['/gone/shop', '/gone/shop', '/gone/shop'],
]
for (const [path, project, root, repository] of GONE)
  test(`of a directory that is gone the path tells the repository: ${path}`, () => {
    assert.deepEqual(createProjectFinder()(path, undefined), { project, root, repository })
  })

test('the root that a format names wins over the directory, which still tells the working tree', () => {
  assert.deepEqual(createProjectFinder()('/gone/trees/fix', '/gone/shop'), {
    project: '/gone/shop',
    root: '/gone/trees/fix',
    repository: undefined,
  })
})

test('a directory on a disk that does not answer is known by its path alone', (t) => {
  const home = scratch(t)
  make(join(home, 'shop', '.git', 'config'), CONFIG)
  const find = createProjectFinder((path) => !path.startsWith(home))
  assert.deepEqual(find(join(home, 'shop'), undefined), {
    project: join(home, 'shop'),
    root: join(home, 'shop'),
    repository: undefined,
  })
  const tree = join(home, 'shop', '.worktrees', 'fix')
  assert.deepEqual(find(tree, undefined), { project: join(home, 'shop'), root: tree, repository: undefined })
})
