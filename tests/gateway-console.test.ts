import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import { agentTerminal } from './support/agent-program.ts'

let server: MockModel
before(async () => {
  server = await serveMockModel({ rules: [], otherwise: { text: 'You said {{user}}.' } })
})
after(() => server.close())

test('on a terminal the console takes plain words, answers with plain words, and Ctrl-C ends it with a sentence', async (t) => {
  const { terminal, until, ended } = await agentTerminal(t, server, ['gateway', '--platform', 'console'], {
    WARMSTART_MODEL: 'scripted',
    WARMSTART_BASE_URL: `${server.address}/v1`,
  })
  await until(/type a message and press Enter/)
  terminal.write('hello\r')
  await until(/You said hello\./)
  // The same words are a message of their own, not the first one come again.
  terminal.write('hello\r')
  await until(/You said hello\./)
  terminal.write('\u0003')
  await until(/stopping/)
  assert.equal(await ended(), 0)
})
