import type { TurnRequest, TurnResult } from '../../src/agent/turn.ts'
import type {
  ConnectedPlatform,
  IncomingMessage,
  OutgoingMessage,
  Platform,
  PlatformHost,
  PlatformLimits,
  SendOutcome,
} from '../../src/gateway/platform.ts'
import type { MessageSource } from '../../src/gateway/identity/source.ts'
import type { Connection } from '../../src/store/connection.ts'
import { appendMessages } from '../../src/store/live/live-message.ts'
import { ensureLiveSession } from '../../src/store/live/live-session.ts'
import { echo } from '../../src/testing/gateway-bench.ts'

export { echo, gatewayStore, testChats, testConfig, testGateway } from '../../src/testing/gateway-bench.ts'

/** What a platform double has seen, and the ways to make it misbehave. */
export interface TestPlatform {
  platform: Platform
  sent: OutgoingMessage[]
  host(): PlatformHost
  say(text: string, source?: Partial<MessageSource>): ReturnType<PlatformHost['receive']>
  /** Asked before every send; the default sends. */
  behave(message: OutgoingMessage): Promise<SendOutcome> | SendOutcome
  isListening(): boolean
}

export const testPlatform = (name = 'console', limits: Partial<PlatformLimits> = {}): TestPlatform => {
  let [host, isListening, count]: [PlatformHost | undefined, boolean, number] = [undefined, false, 0]
  const hosted = (): PlatformHost => {
    if (host === undefined) throw new Error('not connected')
    return host
  }
  const test: TestPlatform = {
    sent: [],
    host: hosted,
    isListening: () => isListening,
    behave: () => ({ outcome: 'sent' }),
    say: (text, source = {}) => {
      const message: IncomingMessage = {
        source: {
          platform: name,
          chatType: 'dm',
          chatId: 'chat',
          userId: 'user',
          messageId: `m${++count}`,
          ...source,
        } as IncomingMessage['source'],
        text,
      }
      return hosted().receive(message)
    },
    platform: {
      name,
      limits: {
        messageChars: 4_096,
        hasIdempotencyKeys: false,
        hasThreads: true,
        listensAlone: false,
        admission: 'local',
        ...limits,
      },
      connect: async (given): Promise<ConnectedPlatform> => {
        host = given
        return {
          listen: async () => {
            isListening = true
          },
          stopListening: async () => {
            isListening = false
          },
          send: async (message) => {
            const outcome = await test.behave(message)
            if (outcome.outcome === 'sent') test.sent.push(message)
            return outcome
          },
          close: async () => undefined,
        }
      },
    },
  }
  return test
}

/** An agent that says back what it was told, with its words kept as the agent keeps them: once, however often it is asked. */
export const storedEcho =
  (store: Connection, now: () => number) =>
  async (request: TurnRequest): Promise<TurnResult> => {
    const { session, owner, platform, text, messageId, parent } = request
    const at = now()
    const result = await echo(request)
    const unknown = { project: undefined, cwd: undefined, model: 'echo', title: undefined, systemPrompt: undefined }
    const times = { startedAt: at, lastAt: at, endedAt: undefined, endReason: undefined }
    await store.transaction(async (transaction) => {
      await ensureLiveSession(transaction, {
        id: session,
        owner,
        platform,
        ...unknown,
        ...times,
        parent,
        usage: result.usage,
      })
      const said = await appendMessages(transaction, session, [
        { role: 'user', at, text, isSynthetic: false, messageId },
      ])
      if (said.length > 0)
        await appendMessages(transaction, session, [
          { role: 'assistant', at, text: result.text, calls: [], isSynthetic: false },
        ])
    })
    return result
  }
