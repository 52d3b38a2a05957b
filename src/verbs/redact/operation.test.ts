import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../../app.ts'
import { redactText } from './operation.ts'

const app: App = {
  now: () => 0,
  home: '/home/alice/.warmstart',
  storeAddress: 'sqlite:none',
  owner: 'alice',
  machine: 'workbench',
  place: { home: '/home/alice', env: { SERVICE_PASSWORD: 'plain-words-of-a-phrase' }, platform: 'linux' },
}

test('a text is redacted with the environment, home, name and machine of its user', async () => {
  const text = 'cd /home/alice/x; ssh alice@workbench ls /Users/alice; typed plain-words-of-a-phrase twice\n'
  assert.deepEqual(await redactText(app, text), {
    text: 'cd ~/x; ssh alice@<host> ls /Users/<user>; typed <SECRET:environment#1> twice\n',
    found: [
      { kind: 'environment', count: 1 },
      { kind: 'home-path', count: 1 },
      { kind: 'host-name', count: 1 },
      { kind: 'user-name', count: 1 },
    ],
  })
})

test('a text without anything to hide stays as it is', async () => {
  for (const text of ['', '\n', 'git status\n', 'password: string\u0000\ud83d']) {
    assert.deepEqual(await redactText(app, text), { text, found: [] })
  }
})
