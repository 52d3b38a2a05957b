import type { LanguageModel } from 'ai'

/**
 * The AI SDK's own interface of a model, which every provider's package offers. We call it without the layer above it: that layer
 * runs tools, repeats requests and parses arguments, which the loop does itself, and it takes longer to load than all of ours.
 */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>

export type SdkOptions = Parameters<SdkModel['doStream']>[0]
export type SdkPrompt = SdkOptions['prompt']
export type SdkMessage = SdkPrompt[number]
export type SdkAssistantPart = Extract<SdkMessage, { role: 'assistant' }>['content'][number]
export type SdkPart =
  Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
export type SdkUsage = Extract<SdkPart, { type: 'finish' }>['usage']
/** What a provider says beside a part and wants back with it. */
export type SdkExtras = Extract<SdkPart, { type: 'tool-call' }>['providerMetadata']
