import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Anthropic from '@anthropic-ai/sdk'
import type { Content } from '@google/genai'
import { generateText, type ModelMessage, modelMessageSchema } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import fc from 'fast-check'
import type OpenAI from 'openai'
import type { AiSdkMessage } from '../src/provision/compile/ai-sdk.ts'
import type { AnthropicMessage } from '../src/provision/compile/anthropic.ts'
import type { GeminiContent } from '../src/provision/compile/gemini.ts'
import type { ChatMessage } from '../src/provision/compile/openai-chat.ts'
import type { ResponsesItem } from '../src/provision/compile/openai-responses.ts'
import { makeSeed } from '../src/provision/load.ts'
import { anyTalk, anyTemplate, fullTemplate } from './support/seed-fixture.ts'
import { TALK_FORMS } from './support/talk-forms.ts'

/*
 * What compiles here is the proof: everything that a compiler can emit is something that the provider's own SDK takes. None
 * of these functions needs to be called.
 */
export const chatIsOpenai = (message: ChatMessage): OpenAI.ChatCompletionMessageParam => message
export const itemIsOpenai = (item: ResponsesItem): OpenAI.Responses.ResponseInputItem => item
export const messageIsAnthropic = (message: AnthropicMessage): Anthropic.MessageParam => message
export const contentIsGoogle = (content: GeminiContent): Content => content
export const messageIsAiSdk = (message: AiSdkMessage): ModelMessage => message

const NOW = Date.UTC(2026, 3, 1)

test("the AI SDK's own schema reads every seed, alone and inside a conversation", () => {
  fc.assert(
    fc.property(anyTemplate, anyTalk, (template, talk) => {
      const conversation = TALK_FORMS['ai-sdk']?.(talk) as unknown[]
      for (const into of conversation.length === 0 ? [undefined] : [undefined, conversation]) {
        const { value } = makeSeed(template, { format: 'ai-sdk', conversation: into, message: 'go', now: NOW })
        for (const message of value as unknown[]) assert.equal(modelMessageSchema.safeParse(message).error, undefined)
      }
    }),
    { numRuns: 100 },
  )
})

test('the AI SDK hands a seed with a preface to a model without a complaint', async () => {
  const { value } = makeSeed(fullTemplate(), { format: 'ai-sdk', message: 'fix the build', workflows: 1, now: NOW })
  const prompts: { role: string }[][] = []
  const model = new MockLanguageModelV4({
    doGenerate: (options) => {
      prompts.push(options.prompt)
      return Promise.resolve({
        content: [{ type: 'text', text: 'done' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      })
    },
  })
  const { text } = await generateText({ model, messages: value as ModelMessage[] })
  assert.equal(text, 'done')
  assert.match(JSON.stringify(prompts[0]?.[0]), /Run the linter before every commit/)
  assert.equal(prompts[0]?.at(-1)?.role, 'user')
  assert.equal(prompts[0]?.length, (value as unknown[]).length)
})
