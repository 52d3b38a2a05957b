import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addedVariables, withoutSecrets } from './environment.ts'

test('keys, tokens and passwords stay with the starter; what programs need goes along', () => {
  const kept = withoutSecrets({
    PATH: '/bin',
    HOME: '/home/sam',
    LANG: 'C',
    EDITOR: 'vi',
    SSH_AUTH_SOCK: '/tmp/agent.sock',
    WARMSTART_HOME: '/home/sam/.warmstart',
    KEYBOARD: 'us',
    OPENAI_API_KEY: 'x',
    ANTHROPIC_API_KEY: 'x',
    ANTHROPIC_AUTH_TOKEN: 'x',
    GITHUB_TOKEN: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    TELEGRAM_BOT_TOKEN: 'x',
    MATRIX_ACCESS_TOKEN: 'x',
    DB_PASSWORD: 'x',
    INNOCENT: `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}`,
    WARMSTART_STORE: 'postgres://sam:hunter2hunter2@db/store',
    WARMSTART_PROCESS_ID: 'proc_000000000000',
    WARMSTART_SESSION_KEY: 'of another',
    UNSET: undefined,
  })
  assert.deepEqual(Object.keys(kept).toSorted(), [
    'EDITOR',
    'HOME',
    'KEYBOARD',
    'LANG',
    'PATH',
    'SSH_AUTH_SOCK',
    'WARMSTART_HOME',
  ])
})

test('the child knows its session and itself, and what was asked for goes along', () => {
  const added = addedVariables({ id: 'proc_1', sessionKey: 'k', env: { PORT: '1', WARMSTART_PROCESS_ID: 'forged' } })
  assert.deepEqual(added, {
    PYTHONUNBUFFERED: '1',
    PORT: '1',
    WARMSTART_SESSION_KEY: 'k',
    WARMSTART_PROCESS_ID: 'proc_1',
  })
  assert.equal('WARMSTART_SESSION_KEY' in addedVariables({ id: 'proc_1', sessionKey: undefined }), false)
})
