import type { App } from '../app.ts'
import type { Tool } from '../agent/tool.ts'
import type { TurnRequest, TurnResult } from '../agent/turn.ts'
import type { ChatSession } from '../gateway/chat-session.ts'
import { AppError } from '../lib/error.ts'
import type { Processes } from '../processes/processes.ts'
import type { Connection } from '../store/connection.ts'

/** What answers the messages of a gateway. */
export interface GatewayAgent {
  respond(request: TurnRequest): Promise<TurnResult>
  processes?: Processes | undefined
  compress?: ((chat: ChatSession) => Promise<string>) | undefined
  close(): Promise<void>
}

/** The agent that the configuration describes, with these tools besides its own. */
export const createGatewayAgent = async (
  _app: App,
  _store: Connection,
  _tools: readonly Tool[],
): Promise<GatewayAgent> => {
  throw new AppError('no-agent', 'there is no agent to answer', {
    hint: 'a gateway can be run by a program that hands one in',
  })
}
