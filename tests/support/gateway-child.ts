import { enableCompileCache } from 'node:module'

enableCompileCache()

/*
 * A gateway on the console platform with an agent that says back what it was told after a few milliseconds. Killed by the tests at
 * moments of their choosing.
 *   node gateway-child.ts STORE HOME [LEASE_MS]
 */
const { createGateway } = await import('../../src/gateway/gateway.ts')
const { createConsolePlatform } = await import('../../src/gateway/platforms/console/platform.ts')
const { openStore } = await import('../../src/store/open.ts')
const { echo, testChats, testConfig } = await import('./gateway.ts')
const { testApp } = await import('./store.ts')

const [address = '', home = '', leaseMs = '2000'] = process.argv.slice(2)
const app = { ...testApp(home, address), now: Date.now }
const store = await openStore(address)
const config = testConfig()
const gateway = createGateway({
  app,
  store,
  config,
  env: {},
  chats: testChats(store, config, app.now),
  respond: async (request) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 12))
    return echo(request)
  },
  contextPrompt: () => 'context',
  platforms: [createConsolePlatform()],
  log: (line) => process.stderr.write(`${line}\n`),
  limits: { leaseMs: Number(leaseMs), drainMs: 5_000 },
})
process.on('SIGTERM', () => void gateway.stop())
await gateway.start()
process.stderr.write('ready\n')
await gateway.finished()
await gateway.stop()
await store.close()
process.exit(0)
