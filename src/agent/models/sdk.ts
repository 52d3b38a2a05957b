import type { LanguageModel } from 'ai'

/**
 * The AI SDK's own interface of a model, which every provider's package offers. We do not use the SDK's upper layer:
 * it runs tools, repeats requests and parses arguments, which the loop does itself, and it takes longer to load than
 * all of our code.
 */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>

export type SdkOptions = Parameters<SdkModel['doStream']>[0]
export type SdkPrompt = SdkOptions['prompt']
export type SdkMessage = SdkPrompt[number]
export type SdkAssistantPart = Extract<SdkMessage, { role: 'assistant' }>['content'][number]
export type SdkPart =
  Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
export type SdkUsage = Extract<SdkPart, { type: 'finish' }>['usage']
/** Extras that a provider sends with a part and wants back. */
export type SdkExtras = Extract<SdkPart, { type: 'tool-call' }>['providerMetadata']
