import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { miningKey } from './mining-key.ts'
import { isPlainTool } from './plain-tool.ts'

const COMMANDS: [command: string, key: string][] = [
  ['mise run lint', 'mise run lint'],
  ['cd web && mise run lint 2>&1 | tail -20', 'mise run lint'],
  ['mise run test:ci', 'mise run test:ci'],
  ['CI=1 mise run test:ci -- -v', 'mise run test:ci'],
  ['go test ./... -run TestTotal', 'go test'],
  ['git -C ../other log --oneline', 'git log'],
  ['git add a.ts && git commit -m "x"', 'git commit'],
  ['python -m pytest -q', 'pytest'],
  ['./gradlew test', 'gradlew test'],
  ['./gradlew :app:test', 'gradlew :app:test'],
  ['npm run test:unit', 'npm run test:unit'],
  ['nx run shop:build', 'nx run shop:build'],
  ['bazel test //shop/cart:all', 'bazel test //shop/cart:all'],
  ['bundle exec rake db:migrate', 'rake db:migrate'],
  ['php artisan migrate --force', 'php artisan migrate'],
  ['make', 'make'],
  ['make -j4 test', 'make test'],
  ['make && echo done', 'make'],
  ['rake --verbose', 'rake'],
  // What a heredoc holds is data, though a subject shows it on the same line.
  ["cat > notes.md << 'EOF' git push make release EOF", 'cat'],
  ['git commit -m "$(cat <<\'EOF\' Fix make release EOF )"', 'git commit'],
  ["apply_patch << 'P' *** Begin Patch *** Update File: src/a.py @@ -x", 'apply_patch'],
  // A name that was cut is none.
  ['/home/sam/tools/start-ser…', 'shell'],
]

test('a command line is known by its program, its sub-command and the task of a runner', () => {
  for (const [subject, key] of COMMANDS)
    assert.equal(miningKey({ tool: 'Bash', kind: 'terminal', subject }), key, subject)
})

test('other tools are known by their name alone, whatever file they are about', () => {
  assert.equal(miningKey({ tool: 'Read', kind: 'file', subject: 'src/a.ts' }), 'Read')
  assert.equal(miningKey({ tool: 'Grep', kind: 'file', subject: 'total' }), 'Grep')
  assert.equal(miningKey({ tool: 'mcp__shop__get_order', kind: 'general', subject: '7' }), 'mcp__shop__get_order')
})

test('tools of a domain are not plain, reading and asking around is', () => {
  assert.equal(isPlainTool({ tool: 'get_order', kind: 'general' }), false)
  assert.equal(isPlainTool({ tool: 'mcp__shop__get_order', kind: 'general' }), false)
  assert.equal(isPlainTool({ tool: 'Bash', kind: 'terminal' }), false)
  for (const tool of ['Read', 'Edit', 'Grep', 'WebFetch', 'Agent', 'execute_code']) {
    assert.equal(isPlainTool({ tool, kind: 'general' }), true, tool)
  }
})

test('any subject has a key, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 120 }), (subject) => {
      const call = { tool: 'Bash', kind: 'terminal' as const, subject }
      assert.equal(miningKey(call), miningKey({ ...call }))
      assert.notEqual(miningKey(call), '')
    }),
  )
})
