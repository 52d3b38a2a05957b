import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { GatewayConfig } from '../src/gateway/config/config.ts'
import { knownHomes } from '../src/gateway/sending/known-homes.ts'
import { writeNote } from '../src/store/chats/platform-note.ts'
import { bothEngines } from './support/engines.ts'
import { eventually } from './support/eventually.ts'
import { gatewayStore, testConfig, testGateway, testPlatform } from './support/gateway.ts'
import { scratch } from './support/store.ts'

const APPROVERS = new Map([['telegram', ['ann']]])
const home = (chatId: string) => new Map([['telegram', { platform: 'telegram', chatId, name: 'Home' }]])

for (const { engine, address } of bothEngines())
  suite(engine, () => {
    const opened = async (t: Parameters<typeof gatewayStore>[0]) => {
      const { app, store } = await gatewayStore(t, address(scratch(t)))
      const homes = async (config: GatewayConfig) =>
        [...(await knownHomes(['telegram'], { store, configured: config.homeChannels, now: app.now })).values()].map(
          ({ chatId }) => chatId,
        )
      const start = async (changes: Partial<GatewayConfig> = {}) => {
        const chat = testPlatform('telegram')
        const config = testConfig({ approvers: APPROVERS, ...changes })
        const gateway = await testGateway({ app, store, config, platforms: [chat.platform] })
        const say = async (chatId: string, userId = 'ann'): Promise<string> => {
          const isReply = ({ answers }: { answers: string | undefined }) => answers !== undefined
          const before = chat.sent.filter(isReply).length
          await chat.say('/sethome', { chatId, userId, messageId: randomUUID() })
          await eventually(() => chat.sent.filter(isReply).length > before, 'an answer')
          return chat.sent.findLast(isReply)?.text ?? ''
        }
        const told = () => chat.sent.filter(({ text }) => text.includes('no longer the home channel'))
        return { chat, config, gateway, say, told, homes: () => homes(config) }
      }
      return { app, store, start }
    }

    test('/sethome is for approvers and for the local user; whoever else says it is told so, and nothing changes', async (t) => {
      const { start } = await opened(t)
      const links = new Map([
        ['local:sam', 'sam'],
        ['telegram:sam-on-telegram', 'sam'],
        ['telegram:kim', 'kim'],
      ])
      const { say, homes } = await start({ identityLinks: links, localUser: 'sam' })
      for (const user of ['ben', 'kim', 'sam', 'local:sam']) {
        assert.match(await say(`chat of ${user}`, user), /Only the operator of this gateway and its approvers/)
        assert.deepEqual(await homes(), [], user)
      }
      assert.match(await say('chat of sam', 'sam-on-telegram'), /home now/)
      assert.deepEqual(await homes(), ['chat of sam'])
      assert.match(await say('chat of ann', 'ann'), /home now/)
      assert.deepEqual(await homes(), ['chat of ann'])
    })

    test('the chat that was home is told who moved it, once; a chat that stays home is not', async (t) => {
      const { start } = await opened(t)
      const { say, told } = await start()
      await say('first')
      await say('first')
      assert.deepEqual(told(), [])
      await say('second')
      await eventually(() => told().length === 1, 'the first is told')
      const [notice] = told()
      assert.equal(notice?.chatId, 'first')
      assert.match(
        notice?.text ?? '',
        /Telegram: telegram:ann said \/sethome in another chat\. .* go there from now on/,
      )
      await say('second')
      await say('first')
      await eventually(() => told().length === 2, 'the second is told')
      assert.equal(told()[1]?.chatId, 'second')
    })

    test('a home in the configuration wins over one that was set in a chat, and /sethome says so', async (t) => {
      const { start } = await opened(t)
      const before = await start()
      await before.say('in chat')
      await before.gateway.stop()
      const after = await start({ homeChannels: home('configured') })
      assert.deepEqual(await after.homes(), ['configured'])
      await eventually(() => after.told().length === 1, 'the former home is told when the gateway starts')
      assert.equal(after.told()[0]?.chatId, 'in chat')
      assert.match(after.told()[0]?.text ?? '', /the configuration was changed/)
      assert.match(await after.say('in chat'), /The configuration already names the home channel/)
      assert.deepEqual(await after.homes(), ['configured'])
      await after.gateway.stop()
      // Nothing changes, nothing is told.
      const again = await start({ homeChannels: home('configured') })
      await again.gateway.stop()
      assert.deepEqual(again.told(), [])
      const without = await start()
      await eventually(() => without.told().length === 1, 'the configured one is told')
      assert.equal(without.told()[0]?.chatId, 'configured')
      assert.deepEqual(await without.homes(), ['in chat'])
    })

    test('a home of which nobody knows who set it is none', async (t) => {
      const { store, start } = await opened(t)
      await writeNote(store, 'telegram', { name: 'home', value: JSON.stringify({ chatId: 'anybody', userId: 'ben' }) })
      const { homes } = await start()
      assert.deepEqual(await homes(), [])
    })
  })
