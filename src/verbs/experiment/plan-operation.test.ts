import assert from 'node:assert/strict'
import { test } from 'node:test'
import { experimentPlace } from '../../../tests/support/planned-experiment.ts'

test('calls that were made are refused for runners that take text only, and for live sessions', async (t) => {
  const { plan } = await experimentPlace(t)
  const arms = { arms: 'cold,history', template: 'shop' }
  for (const runner of ['claude-code', 'codex', 'opencode', 'gemini-cli', 'hermes'])
    await assert.rejects(plan({ ...arms, runner }), {
      code: 'usage',
      message: new RegExp(`the arm history gives calls that were made, which the runner ${runner} cannot take`),
    })
  await assert.rejects(plan({ ...arms, runner: 'command', command: 'true' }), /the runner command cannot take/)
  await assert.rejects(
    plan({ ...arms, design: 'live', tasks: undefined, runner: null }),
    /a session of a live experiment cannot take/,
  )
  await assert.rejects(plan({ ...arms, runner: 'own' }), (error: Error) => !/cannot take/.test(error.message))
})
