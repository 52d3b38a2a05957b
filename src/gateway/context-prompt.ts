import type { GatewayConfig } from './config.ts'
import type { MessageSource } from './source.ts'

/**
 * What an agent is told about the chat it is in. The same chat and configuration give the same bytes: no clock, no message,
 * and in shared sessions nobody's name.
 */
export declare const contextPrompt: (
  source: MessageSource,
  config: GatewayConfig,
  place: { machine: string; home: string },
) => string
