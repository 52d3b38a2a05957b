import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent } from '../../src/agent/agent.ts'
import { takeTurn } from '../../src/agent/loop.ts'
import { openStore } from '../../src/store/open.ts'
import { findLiveSessions } from '../../src/store/live/live-session.ts'
import { request, tool } from './agent.ts'
import { call, type ScriptedStep, scriptedModel } from './scripted-model.ts'
import { testApp } from './store.ts'
import type { StepRequest } from '../../src/agent/models/model.ts'

/**
 * A program to be killed: takes one turn, in which a model that goes by the transcript alone has every number worked on, two at a
 * time, and repeats what it is told was interrupted. `effects` says what tools really did.
 */
const [directory = '', numbers = '40', how = 'said'] = process.argv.slice(2)
const last = Number(numbers)

const nextStep = ({ messages }: StepRequest): ScriptedStep => {
  const attempts = new Map<number, number>()
  const done = new Set<number>()
  const asked = new Map<string, number>()
  for (const message of messages) {
    if (message.role === 'assistant')
      for (const { id, args } of message.calls) {
        const { n } = args as { n: number }
        asked.set(id, n)
        attempts.set(n, (attempts.get(n) ?? 0) + 1)
      }
    if (message.role === 'tool' && !message.isError) done.add(asked.get(message.callId) ?? 0)
  }
  const open = Array.from({ length: last }, (_, index) => index + 1).filter((n) => !done.has(n))
  if (open.length === 0) return { text: 'all done' }
  return {
    text: `${open.length} to go`,
    calls: open.slice(0, 2).map((n) => call('call_1', 'work', { n, attempt: attempts.get(n) ?? 0 })),
  }
}

const app = { ...testApp(directory), now: Date.now }
const store = await openStore(app.storeAddress)
const agent: Agent = {
  app,
  store,
  model: scriptedModel(nextStep),
  tools: [
    tool('work', async ({ n, attempt }) => {
      appendFileSync(join(directory, 'effects'), `${Number(n)}/${Number(attempt)}\n`)
      await sleep(Number(n) % 5)
      return { text: `did ${Number(n)}` }
    }),
  ],
  cwd: directory,
  project: undefined,
  systemPrompt: 'You are a test.',
  limits: { steps: 10_000, tokens: undefined, outputTokens: undefined },
  compactions: [],
  warm: undefined,
  approve: async () => false,
}
const isThere = (await findLiveSessions(store, 'sam', {})).length > 0
process.stdout.write('ready\n')
const result = await takeTurn(
  agent,
  how === 'resumed' && isThere ? request('', { isResumed: true }) : request('work on all', { messageId: 'm-1' }),
)
process.stdout.write(`${JSON.stringify(result)}\n`)
await store.close()
