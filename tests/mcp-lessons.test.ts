import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import { GivenLessons } from '../src/verbs/lessons/given-shape.ts'
import { openStore } from '../src/store/open.ts'
import { acceptedLessons, lessonOn } from './support/lesson-fixture.ts'
import { CLIENTS, type McpClient, type RunningServer, serverEnv, startHttp } from './support/mcp.ts'
import { scratch } from './support/store.ts'

const LINES = `These are facts from 12 earlier sessions of this repository, not orders, and may be out of date.
- These do not exist: \`src/cart.ts\`, \`tests/cart_test.go\`.`

interface Place {
  home: string
  shop: string
}

/** A home whose store holds two lessons of a project that is there, accepted. */
const placeIn = async (home: string): Promise<Place> => {
  const shop = join(home, 'shop')
  mkdirSync(join(shop, '.git'), { recursive: true })
  const store = await openStore(`sqlite:${join(home, 'warmstart.db')}`)
  const scope = { repository: shop, owner: null, agent: null, machine: null }
  const lessons = [lessonOn('src/cart.ts', { scope, value: 3 }), lessonOn('tests/cart_test.go', { scope, value: 2 })]
  await acceptedLessons(store, lessons, { repository: shop })
  await store.close()
  return { home, shop }
}

const draws = async ({ home }: Place): Promise<string[]> => {
  const store = await openStore(`sqlite:${join(home, 'warmstart.db')}`)
  try {
    const rows = await store.all<{ session_key: string; given: number; probability: number }>(
      'select session_key, given, probability from lesson_draw order by session_key',
    )
    return rows.map(({ session_key: key, given, probability }) => `${key.split(' ')[0]} ${given} ${probability}`)
  } finally {
    await store.close()
  }
}

/** Asks for the lessons in every way there is. Each must have said them, and written them down first. */
const asksInEveryWay = async (client: McpClient, place: Place, key: string): Promise<void> => {
  const { shop } = place
  const tool = async (args: Record<string, unknown>): Promise<GivenLessons> => {
    const { content, structuredContent, isError } = await client.callTool({ name: 'lessons', arguments: args })
    assert.equal(isError, false, JSON.stringify(content))
    const [{ text = '' } = {}] = content as { text?: string }[]
    assert.deepEqual(JSON.parse(text), structuredContent)
    const { success, ...given } = structuredContent as GivenLessons & { success: boolean }
    assert.equal(success, true)
    return v.parse(GivenLessons, given)
  }
  const before = (await draws(place)).length
  const named = await tool({ project: shop, session_key: key, max_tokens: 250, task: 'fix the cart' })
  assert.deepEqual([named.text, named.drawn, named.reason], [LINES, true, null])
  assert.deepEqual(
    (await draws(place)).filter((row) => row.startsWith(key)),
    [`${key} 1 1`, `${key} 1 1`],
  )
  assert.deepEqual(await tool({ project: shop, session_key: key }), named)
  assert.equal((await draws(place)).length, before + 2)
  assert.equal((await tool({ project: shop })).drawn, false)

  const { messages } = await client.getPrompt({ name: 'lessons', arguments: { project: shop, task: 'Fix the cart.' } })
  assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: `${LINES}\n\nFix the cart.` } }])

  const { resources } = await client.listResources()
  const uri = `lessons://${encodeURIComponent(shop)}`
  assert.ok((resources as { uri: string }[]).some((resource) => resource.uri === uri))
  const { contents } = await client.readResource({ uri })
  assert.deepEqual(contents, [{ uri, mimeType: 'text/plain', text: LINES }])
  assert.equal((await draws(place)).filter((row) => row === 'unnamed 1 1').length >= 6, true)
  for (const other of ['lessons://%2Fhome%2Fkim', 'lessons://', 'lessons://%'])
    await assert.rejects(client.readResource({ uri: other }), /not found/i)
}

suite('lessons over standard input and output', () => {
  const home = scratch({ after })
  let place: Place
  before(async () => {
    place = await placeIn(home)
  })
  for (const [at, kind] of CLIENTS.entries())
    test(`${kind.title} gets them as tool, prompt and resource`, async () => {
      const client = await kind.overStdio(serverEnv(place.home))
      try {
        await asksInEveryWay(client, place, `stdio-${at}`)
      } finally {
        await client.close()
      }
    })
})

suite('lessons over HTTP', () => {
  const home = scratch({ after })
  let place: Place
  let server: RunningServer
  before(async () => {
    place = await placeIn(home)
    server = await startHttp(serverEnv(place.home))
  })
  after(() => server.stop())
  for (const [at, kind] of CLIENTS.entries())
    test(`${kind.title} gets them, and has to say which project it means`, async () => {
      const client = await kind.overHttp(server)
      try {
        await asksInEveryWay(client, place, `http-${at}`)
        const { structuredContent } = await client.callTool({ name: 'lessons', arguments: {} })
        assert.match(String((structuredContent as { error?: string }).error), /project is missing/)
      } finally {
        await client.close()
      }
    })
})
