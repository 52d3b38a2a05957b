import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from './run-command.ts'

const LIMITS = { env: { PATH: process.env['PATH'] }, timeoutMs: 120_000, maxBytes: 1_000 }

const shell = (script: string) => runCommand({ program: 'sh', args: ['-c', script], input: '' }, LIMITS)

test('a complaint that comes in after the end is heard, because it tells a sandbox that is gone from one that does not answer', async () => {
  const { code, complaint } = await shell('(sleep 0.2; echo "No such container" >&2) >/dev/null & exit 1')
  assert.deepEqual([code, complaint], [1, 'No such container\n'])
})

test('a helper that holds the complaints open keeps nobody waiting', async () => {
  const { code, stdout } = await shell('sleep 600 >/dev/null & echo $!; exit 0')
  process.kill(Number(stdout.toString()), 'SIGKILL')
  assert.equal(code, 0)
  const failed = await shell('sleep 600 >/dev/null & echo $!; echo no >&2; exit 3')
  process.kill(Number(failed.stdout.toString()), 'SIGKILL')
  assert.deepEqual([failed.code, failed.complaint], [3, 'no\n'])
})
