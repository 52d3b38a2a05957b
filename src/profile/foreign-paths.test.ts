import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foreignPaths } from './foreign-paths.ts'

const brought = (line: string, worked = true): string[] => [
  ...new Set(foreignPaths([{ line, worked }]).map(({ to, from }) => (from === undefined ? to : `${from} -> ${to}`))),
]

const LINES: [line: string, brought: string[]][] = [
  ['curl -sL https://moon.example/a.md -o docs/a.md', ['docs/a.md']],
  ['curl -sSLo docs/a.md https://moon.example/a.md', ['docs/a.md']],
  ['curl -O https://moon.example/x/a.md?v=1', ['a.md']],
  ['curl -s https://moon.example > docs/a.md', ['docs/a.md']],
  ['curl -s https://moon.example | tee docs/a.md', ['docs/a.md']],
  ['curl -s https://moon.example', []],
  ['wget https://moon.example/a.md', ['a.md']],
  ['wget -O b.md https://moon.example/a.md', ['b.md']],
  ['wget -qO- https://moon.example/a.tgz | tar xz -C ext', ['ext']],
  ['wget -P ext https://moon.example/a.md', ['ext', 'a.md']],
  ['git clone https://git.example/acme/moon.git', ['moon']],
  ['git clone --depth 1 git@git.example:acme/moon.git ext/moon', ['ext/moon']],
  ['cd ext && git clone https://git.example/acme/moon', ['ext/moon']],
  ['git submodule add https://git.example/acme/moon ext/moon', ['ext/moon']],
  ['git fetch origin pull/12/head:pr', ['*']],
  ['git fetch origin', []],
  ['gh repo clone acme/moon', ['moon']],
  ['gh pr checkout 12', ['*']],
  ['gh release download v1 -D ext', ['ext']],
  ['gh issue view 3 > notes.md', ['notes.md']],
  ['tar xzf pack-1.2.tgz', ['pack-1.2']],
  ['tar -xf pack.tar.gz -C ext', ['ext']],
  ['tar czf pack.tgz src', []],
  ['unzip pack.zip -d ext', ['ext']],
  ['unzip pack.zip', ['pack']],
  ['pip download requests -d ext', ['ext']],
  ['npm pack left-pad', ['left-pad']],
  ['cp -r /tmp/moon ext/', ['/tmp/moon -> ext/moon', '/tmp/moon -> ext/']],
  ['cp src/a.ts src/b.ts', ['src/a.ts -> src/b.ts/a.ts', 'src/a.ts -> src/b.ts']],
  ['scp host:/srv/a.md docs/', ['docs/a.md', 'docs/']],
  ['git apply /tmp/moon.patch', ['/tmp/moon.patch -> *']],
  ['curl -sL https://moon.example/x.patch | git apply', ['*']],
  ['patch -p1 -i /tmp/moon.patch', ['/tmp/moon.patch -> *']],
  ['npm test', []],
  ['git commit -m "tar and curl"', []],
]

for (const [line, wanted] of LINES)
  test(`${line} brings ${wanted.join(', ') || 'nothing'}`, () => assert.deepEqual(brought(line), wanted))

test('what did not work brought nothing', () => {
  assert.deepEqual(brought('git clone https://git.example/acme/moon', false), [])
})

test('any lines give a bounded list', () => {
  const word = fc.constantFrom(
    'curl',
    '-o',
    'tar',
    'xf',
    'git',
    'clone',
    'cp',
    'a',
    'https://x.example/y',
    '|',
    '>',
    '-C',
    '"',
    '$(',
  )
  const line = fc.array(word, { maxLength: 12 }).map((words) => ({ line: words.join(' '), worked: true }))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const found = foreignPaths(lines)
      assert.ok(found.length <= 60 && found.every(({ to }) => to !== '' && to.length <= 200))
    }),
  )
})
