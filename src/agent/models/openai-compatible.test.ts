import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openaiCompatible } from './openai-compatible.ts'

const bodyFor = async (baseUrl: string): Promise<Record<string, unknown>> => {
  let sent = ''
  const fetch: typeof globalThis.fetch = (_address, init) => {
    sent = typeof init?.body === 'string' ? init.body : ''
    return Promise.resolve(new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } }))
  }
  const settings = { provider: 'openai-compatible' as const, model: 'm', baseUrl, apiKey: undefined }
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }]
  await openaiCompatible.connect(settings, fetch).doStream({ prompt, maxOutputTokens: 7 })
  return JSON.parse(sent) as Record<string, unknown>
}

test('OpenAI itself gets the new name of the limit, everybody else the old one', async () => {
  const own = await bodyFor('https://api.openai.com/v1')
  assert.equal(own['max_completion_tokens'], 7)
  assert.ok(!('max_tokens' in own))
  const other = await bodyFor('https://models.example/v1')
  assert.equal(other['max_tokens'], 7)
  assert.ok(!('max_completion_tokens' in other))
})
