import { AppError } from '../lib/error.ts'
import { aiSdkHistory, aiSdkText } from './compile/ai-sdk.ts'
import { anthropicHistory, anthropicText } from './compile/anthropic.ts'
import { geminiHistory, geminiText } from './compile/gemini.ts'
import { hermesPrefill } from './compile/hermes-prefill.ts'
import { openaiChatHistory, openaiChatText } from './compile/openai-chat.ts'
import { openaiResponsesHistory, openaiResponsesText } from './compile/openai-responses.ts'
import { skillText } from './compile/skill.ts'
import { plainText } from './compile/text.ts'
import type { Format } from './format.ts'
import { aiSdkRules, readAiSdk } from './lint/ai-sdk.ts'
import { anthropicRules, readAnthropic } from './lint/anthropic.ts'
import { geminiRules, readGemini } from './lint/gemini.ts'
import { openaiChatRules, readOpenaiChat } from './lint/openai-chat.ts'
import { openaiResponsesRules, readOpenaiResponses } from './lint/openai-responses.ts'
import { prefillRules, readPrefill } from './lint/prefill.ts'
import { readSkill, readText, textRules } from './lint/words.ts'

/** Every format, with its compilers and its lint rules. */
export const FORMATS: readonly Format[] = [
  {
    name: 'openai-chat',
    purpose: 'messages of the Chat Completions API, and of the many servers that speak it',
    output: 'json',
    compile: { history: openaiChatHistory, text: openaiChatText },
    takesMessage: true,
    takesConversation: true,
    read: readOpenaiChat,
    rules: openaiChatRules,
  },
  {
    name: 'openai-responses',
    purpose: 'input items of the Responses API',
    output: 'json',
    compile: { history: openaiResponsesHistory, text: openaiResponsesText },
    takesMessage: true,
    takesConversation: true,
    read: readOpenaiResponses,
    rules: openaiResponsesRules,
  },
  {
    name: 'anthropic',
    purpose: 'system and messages of the Messages API',
    output: 'json',
    compile: { history: anthropicHistory, text: anthropicText },
    takesMessage: true,
    takesConversation: true,
    read: readAnthropic,
    rules: anthropicRules,
  },
  {
    name: 'gemini',
    purpose: 'systemInstruction and contents of the Gemini API',
    output: 'json',
    compile: { history: geminiHistory, text: geminiText },
    takesMessage: true,
    takesConversation: true,
    read: readGemini,
    rules: geminiRules,
  },
  {
    name: 'ai-sdk',
    purpose: 'ModelMessage[] of the Vercel AI SDK',
    output: 'json',
    compile: { history: aiSdkHistory, text: aiSdkText },
    takesMessage: true,
    takesConversation: true,
    read: readAiSdk,
    rules: aiSdkRules,
  },
  {
    name: 'text',
    purpose: 'one block of text, for hooks, prompts and people',
    output: 'text',
    compile: { text: plainText },
    takesMessage: true,
    takesConversation: false,
    read: readText,
    rules: textRules,
  },
  {
    name: 'skill',
    purpose: 'a SKILL.md, for agents that load skills from a directory',
    output: 'text',
    compile: { text: skillText },
    takesMessage: false,
    takesConversation: false,
    read: readSkill,
    rules: textRules,
  },
  {
    name: 'hermes-prefill',
    purpose: 'the file that prefill_messages_file of Hermes names',
    output: 'json',
    compile: { text: hermesPrefill },
    takesMessage: false,
    takesConversation: true,
    read: readPrefill,
    rules: prefillRules,
  },
]

/** The format that most programs and servers speak. */
export const DEFAULT_FORMAT = 'openai-chat'

export const formatNamed = (name: string): Format => {
  const found = FORMATS.find((format) => format.name === name)
  if (found !== undefined) return found
  throw new AppError('unknown-format', `there is no format ${name}`, {
    hint: `use one of: ${FORMATS.map((format) => format.name).join(', ')}`,
  })
}
