import { randomUUID } from 'node:crypto'
import { createChatSessions } from '../../src/gateway/sessions/chat-sessions.ts'
import { readGatewayConfig } from '../../src/gateway/config/config.ts'
import { readSource } from '../../src/gateway/identity/source.ts'
import { openStore } from '../../src/store/open.ts'

/* A gateway of its own: asks for the sessions of 25 chats, all at once, and prints their ids. */
const store = await openStore(process.argv[2] ?? '')
const chats = createChatSessions({ store, config: readGatewayConfig({}), now: Date.now, newId: randomUUID })
const found = await Promise.all(
  Array.from({ length: 25 }, (_, chat) => chats.getOrCreate(readSource({ platform: 'telegram', chat_id: chat }))),
)
process.stdout.write(`${found.map(({ chat }) => chat.session).join(',')}\n`)
await store.close()
