import type { App } from '../app.ts'
import { contextPrompt } from '../gateway/context-prompt.ts'
import { describeSource } from '../gateway/describe.ts'
import { isShared, ownerOf, sessionKey } from '../gateway/key.ts'
import { readSource } from '../gateway/source.ts'
import type { ChatKey, ChatPrompt } from '../schema/listing/chat-key.ts'
import { gatewayConfig } from './gateway-config.ts'

type GatewayApp = Pick<App, 'home' | 'machine' | 'place'>

/** Which session a message from there belongs to, by the user's configuration. Nothing is looked up or made. */
export const gatewayKey = async (app: GatewayApp, source: Readonly<Record<string, unknown>>): Promise<ChatKey> => {
  const config = await gatewayConfig(app)
  const from = readSource(source)
  return {
    key: sessionKey(from, config),
    owner: ownerOf(from, config),
    isShared: isShared(from, config),
    description: describeSource(from),
  }
}

/** What an agent in that chat is told about it. */
export const gatewayPrompt = async (
  app: GatewayApp,
  source: Readonly<Record<string, unknown>>,
): Promise<ChatPrompt> => ({
  prompt: contextPrompt(readSource(source), await gatewayConfig(app), { machine: app.machine, home: app.home }),
})
