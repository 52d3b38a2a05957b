import type { App } from '../../app.ts'
import type { GatewayConfig } from '../../gateway/config/config.ts'
import { contextPrompt } from '../../gateway/answering/context-prompt.ts'
import { describeSource } from '../../gateway/identity/describe.ts'
import { isShared, ownerOf, sessionKey } from '../../gateway/identity/key.ts'
import { CRON } from '../../gateway/jobs/run-jobs.ts'
import { knownHomes } from '../../gateway/sending/known-homes.ts'
import { servable } from '../../gateway/platforms/registry.ts'
import { readSource } from '../../gateway/identity/source.ts'
import type { ChatKey, ChatPrompt } from './key-shape.ts'
import type { Connection } from '../../store/connection.ts'
import { readGateways } from '../../store/chats/gateway.ts'
import { loadGatewayConfig } from './config-operation.ts'

type GatewayApp = Pick<App, 'home' | 'machine' | 'place' | 'owner' | 'now'>

/** The session key of a message from this place, by the user's configuration. Looks nothing up and creates nothing. */
export const gatewayKey = async (app: GatewayApp, source: Readonly<Record<string, unknown>>): Promise<ChatKey> => {
  const config = await loadGatewayConfig(app)
  const from = readSource(source)
  return {
    key: sessionKey(from, config),
    owner: ownerOf(from, config),
    isShared: isShared(from, config),
    description: describeSource(from),
  }
}

/** The context prompt of a chat as the running gateways render it, or by the configuration if none runs. */
export const gatewayPrompt = async (
  app: GatewayApp,
  store: Connection,
  source: Readonly<Record<string, unknown>>,
): Promise<ChatPrompt> => {
  const config = await loadGatewayConfig(app)
  const platforms = await servedBy(store, config)
  const homes = await knownHomes(platforms, { store, configured: config.homeChannels, now: app.now })
  const place = { machine: app.machine, home: app.home, served: { platforms, homes } }
  return { prompt: contextPrompt(readSource(source), config, place) }
}

const servedBy = async (store: Connection, config: GatewayConfig): Promise<string[]> => {
  const running = (await readGateways(store)).flatMap(({ platforms }) => platforms.filter((name) => name !== CRON))
  return [...new Set(running.length > 0 ? running : servable(config))]
}
