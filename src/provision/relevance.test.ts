import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Candidate, queryTerms, rankTemplates, type RelevanceQuery, type TemplateHead } from './relevance.ts'

const head = (name: string, given: Partial<TemplateHead> = {}): TemplateHead => ({
  id: `id-${name}`,
  name,
  version: 1,
  hash: `hash-${name}`,
  project: `/home/kim/${name}`,
  taskType: 'code',
  ...given,
})

/** What each template is about, with the weights as they would be stored. */
const WORDS: Record<string, Record<string, number>> = {
  shop: { voucher: 0.8, klarna: 0.6, checkout: 0.7, test: 0.9, cart: 0.5, 'tool:bash': 1, 'tool:read': 1 },
  farm: { moonberry: 0.7, greenhous: 0.8, test: 0.9, inventory: 0.6, 'tool:bash': 1 },
}
const HEADS = Object.keys(WORDS).map((name) => head(name))

const ranked = (query: RelevanceQuery, heads: readonly TemplateHead[] = HEADS): Candidate[] => {
  const postings = new Map<string, { templateId: string; weight: number }[]>()
  for (const [name, weights] of Object.entries(WORDS))
    for (const [term, weight] of Object.entries(weights))
      postings.set(term, [...(postings.get(term) ?? []), { templateId: `id-${name}`, weight }])
  return rankTemplates(query, { heads, terms: queryTerms(query.text ?? ''), postings })
}

const given = (query: RelevanceQuery): string | undefined => ranked(query).find(({ passes }) => passes)?.name

test('what a task is about decides, and what everybody says does not', () => {
  const table: [text: string, name: string | undefined][] = [
    ['the voucher is applied twice in the checkout', 'shop'],
    ['klarna line items are wrong', 'shop'],
    ['moonberries vanish from the greenhouse', 'farm'],
    ['fix the tests', undefined],
    ['continue', undefined],
    ['hi', undefined],
    ['', undefined],
    ['plan a trip to Lisbon', undefined],
    ['write a haiku about a tree frog, a volcano, a glacier, a cart and a saxophone quartet', undefined],
  ]
  for (const [text, name] of table) assert.equal(given({ text }), name, text)
})

test('an everyday word of nearly every session of one project is known by it, where there are others to tell by', () => {
  const heads = ['shop', 'farm', 'mill'].map((name) => head(name))
  const scoreOf = (about: number, among: readonly TemplateHead[]): number =>
    rankTemplates(
      { text: 'change my order' },
      {
        heads: among,
        terms: queryTerms('change my order'),
        postings: new Map([['order', [{ templateId: 'id-shop', weight: about }]]]),
      },
    )[0]?.score ?? 0
  assert.ok(scoreOf(0.95, heads) >= 1)
  assert.ok(scoreOf(0.6, heads) < 0.5, 'one that comes up now and then')
  assert.ok(scoreOf(0.95, heads.slice(0, 1)) < 0.5, 'nothing to compare with')
})

test('several words say more than their sum', () => {
  const among = (text: string): number =>
    rankTemplates(
      { text: `${text} saxophone volcano` },
      {
        heads: HEADS,
        terms: queryTerms(`${text} saxophone volcano`),
        postings: new Map(
          [
            ['klarna', 0.4],
            ['zeppelin', 0.2],
            ['regolith', 0.2],
          ].map(([term, weight]) => [String(term), [{ templateId: 'id-shop', weight: Number(weight) }]]),
        ),
      },
    )[0]?.score ?? 0
  assert.ok(among('zeppelin regolith') > 1.1 * among('klarna moonstone'))
})

test('the floor rises with what a task says beside it', () => {
  const [short] = ranked({ text: 'klarna' })
  const [long] = ranked({ text: 'klarna saxophone volcano glacier tarantula xylophone' })
  assert.ok((short?.score ?? 0) > (long?.score ?? 0))
  assert.ok(short?.passes)
})

test('the project of a task speaks for itself, and against templates of others', () => {
  assert.equal(given({ project: '/home/kim/farm' }), 'farm')
  assert.equal(given({ project: '/home/kim/farm/' }), 'farm')
  assert.equal(given({ project: 'farm' }), 'farm')
  assert.equal(given({ project: '/home/kim/else' }), undefined)
  assert.equal(given({ project: '/home/eve/farm' }), undefined, 'another folder of the same name')
  assert.equal(given({ project: '/home/kim/farm', text: 'the voucher' }), 'farm')
  const [away] = ranked({ text: 'klarna in the cart', project: '/home/kim/else' })
  const [home] = ranked({ text: 'klarna in the cart' })
  assert.ok(home?.passes && away?.name === 'shop' && !away.passes)
  assert.ok(ranked({ text: 'klarna voucher checkout cart', project: '/home/kim/else' })[0]?.passes, 'no doubt left')
})

test('a template that knows only the name of its project is found by its path', () => {
  const heads = [head('shop', { project: 'shop' }), head('farm', { project: null })]
  assert.equal(ranked({ project: '/home/kim/shop' }, heads)[0]?.name, 'shop')
  assert.deepEqual(ranked({ project: '/home/kim/farm' }, heads.slice(1)), [])
})

test('a path of the project in the text names it', () => {
  assert.equal(given({ text: 'look at /home/kim/farm/notes.md please' }), 'farm')
  assert.equal(given({ text: 'cwd: /home/kim/farm' }), 'farm')
  assert.equal(given({ text: 'look at /home/kim/farmhouse/notes.md' }), undefined)
  assert.match(ranked({ text: 'see /home/kim/farm/x' })[0]?.why ?? '', /^a path of its project/)
})

test('tools at hand are a small bonus that never suffices alone', () => {
  const plain = ranked({ text: 'voucher' })[0]?.score ?? 0
  const tooled = ranked({ text: 'voucher', tools: ['Bash', 'Read'] })[0]?.score ?? 0
  assert.ok(tooled > plain && tooled < plain * 1.2)
  assert.deepEqual(ranked({ tools: ['Bash'] }), [])
})

test('the reason names the words as they were said, most telling first', () => {
  assert.equal(ranked({ text: 'Vouchers: fix the tests' })[0]?.why, 'words: vouchers, tests')
  assert.equal(ranked({ project: 'farm', text: 'moonberries' })[0]?.why, 'same project; words: moonberries')
  assert.equal(ranked({ project: 'farm' })[0]?.why, 'same project')
})

test('two templates of one project do not make its words common', () => {
  const twin = [head('shop'), head('farm', { project: '/home/kim/shop' })]
  const [alone] = ranked({ text: 'test' }, [head('shop')])
  const [both] = ranked({ text: 'test' }, twin)
  const [apart] = ranked({ text: 'test' })
  assert.equal(both?.score, alone?.score)
  assert.ok((apart?.score ?? 0) < (alone?.score ?? 0))
})

test('any query gives at most ten, best first, each once, the same each time', () => {
  const word = fc.constantFrom('voucher', 'klarna', 'moonberry', 'test', 'saxophone', 'the', 'greenhouse')
  const query = fc.record({
    text: fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    project: fc.constantFrom(undefined, '/home/kim/shop', 'farm', '/nowhere'),
  })
  const many = Array.from({ length: 30 }, (_, at) => head(`twin${at}`, { id: at % 2 === 0 ? 'id-shop' : 'id-farm' }))
  fc.assert(
    fc.property(query, (asked) => {
      const found = ranked(asked, many)
      assert.ok(found.length <= 10)
      assert.deepEqual(ranked(asked, many), found)
      for (const [at, { score, passes }] of found.entries()) {
        assert.equal(passes, score >= 1)
        assert.ok(at === 0 || score <= (found[at - 1]?.score ?? 0))
      }
    }),
  )
})
