import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { queryTerms } from './relevance-words.ts'
import { type Candidate, rankTemplates, type RelevanceQuery, type TemplateHead } from './relevance.ts'

const head = (name: string, given: Partial<TemplateHead> = {}): TemplateHead => ({
  id: `id-${name}`,
  name,
  version: 1,
  hash: `hash-${name}`,
  project: `/home/kim/${name}`,
  taskType: 'code',
  ...given,
})

/** How many times as often as anybody each project says a word, as it would be stored. */
const WORDS: Record<string, Record<string, number>> = {
  shop: { voucher: 700, klarna: 900, checkout: 400, test: 20, cart: 60, 'tool:bash': 1, 'tool:read': 1 },
  farm: { moonberry: 900, greenhous: 500, test: 20, inventory: 200, 'tool:bash': 1 },
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

/** The best score for a text, of templates that say these words so many times as often as anybody. */
const scoreOf = (text: string, times: Record<string, number>, { heads = HEADS } = {}): number => {
  const postings = new Map(Object.entries(times).map(([term, weight]) => [term, [{ templateId: 'id-shop', weight }]]))
  return rankTemplates({ text }, { heads, terms: queryTerms(text), postings })[0]?.score ?? 0
}

test('a score is the logarithm of how much likelier the words are, over the floor', () => {
  // By hand: two words that fit at 0.2 x 500 + 0.8 = 100.8 and 0.2 x 50 + 0.8 = 10.8, one that does not at 0.8.
  const likelier = Math.log(100.8) + Math.log(10.8) + Math.log(0.8)
  assert.equal(
    scoreOf('voucher klarna zeppelin', { voucher: 500, klarna: 50 }),
    Math.round((likelier / 1.5) * 1000) / 1000,
  )
})

test('an everyday word hardly passes alone, one of every request never', () => {
  assert.ok(scoreOf('dashboard', { dashboard: 1e6 }) < 1.2)
  assert.ok(scoreOf('dashboard, please, in the kitchen', { dashboard: 1e6 }) < 1)
  assert.ok(scoreOf('fix the test', { fix: 1e6 }) < 1)
  assert.ok(scoreOf('dashboard in the kitchen', { dashboard: 200, kitchen: 200 }) >= 1)
})

test('words that every coding template has are about none, however many a message has of them', () => {
  const said = (text: string) => Object.fromEntries(queryTerms(text).map(({ term }) => [term, 1e6]))
  for (const text of [
    'run the integration tests',
    'fix the build and run the tests',
    'commit the changes and open a pull request',
  ])
    assert.ok(scoreOf(text, said(text)) < 1, text)
  const text = 'run the integration tests'
  assert.ok(scoreOf(`${text} of klarna`, { ...said(text), klarna: 500 }) >= 1, 'another word tells')
  const named = [head('shop', { name: 'integration-tests' }), head('farm')]
  assert.ok(scoreOf(text, said(text), { heads: named }) >= 1, 'a template that is about them')
})

test('a word that most projects of the owner have tells no more than one of every request', () => {
  const text = 'pnpm workspaces'
  const heads = ['shop', 'farm', 'mill', 'dock', 'yard'].map((name) => head(name))
  const scoreAmong = (count: number): number => {
    // The first says it far more often than the others: by that alone it would be known.
    const having = heads.slice(0, count).map(({ id }, at) => ({ templateId: id, weight: at === 0 ? 5000 : 1 }))
    const postings = new Map(queryTerms(text).map(({ term }) => [term, having]))
    return rankTemplates({ text }, { heads, terms: queryTerms(text), postings })[0]?.score ?? 0
  }
  assert.ok(scoreAmong(2) >= 1)
  assert.ok(scoreAmong(3) < 1)
})

test('among more projects more must speak for one', () => {
  const many = Array.from({ length: 100 }, (_, at) => head(at === 0 ? 'shop' : `farm${at}`))
  assert.ok(scoreOf('klarna', { klarna: 60 }) >= 1)
  assert.ok(scoreOf('klarna', { klarna: 60 }, { heads: many }) < 1)
})

test('what another project says as well tells less', () => {
  const terms = queryTerms('klarna')
  const [alone, shared] = [['shop'], ['shop', 'farm']].map((names) => {
    const postings = new Map([['klarna', names.map((name) => ({ templateId: `id-${name}`, weight: 200 }))]])
    return rankTemplates({ text: 'klarna' }, { heads: HEADS, terms, postings })[0]?.score ?? 0
  })
  assert.ok((alone ?? 0) >= 1 && (shared ?? 1) < 0.5)
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
  const others = ranked({ project: '/home/kim/farm', text: 'klarna voucher checkout cart' }).slice(1)
  assert.ok(others.length > 0 && others.every(({ passes }) => !passes), 'whatever is said')
  const [away] = ranked({ text: 'the cart at checkout', project: '/home/kim/else' })
  const [home] = ranked({ text: 'the cart at checkout' })
  assert.ok(home?.passes && away?.name === 'shop' && !away.passes)
  assert.ok(ranked({ text: 'klarna voucher checkout cart', project: '/home/kim/else' })[0]?.passes, 'no doubt left')
})

test('a message that has nothing to do with its project gets nothing', () => {
  for (const text of ['write a haiku about cats', 'what is the capital of France', 'the voucher'])
    assert.equal(given({ project: '/home/kim/farm', text }), undefined, text)
  assert.equal(given({ project: '/home/kim/farm', text: 'ok, go on' }), 'farm', 'nothing was said')
})

test('several templates about the same work do not push each other below the floor, however their project is named', () => {
  const text = 'the voucher is applied twice in the checkout'
  const weights = WORDS['shop'] ?? {}
  const scores = (projects: readonly (string | null)[]): number[] => {
    const heads = projects.map((project, at) => head(`shop-${at}`, { project }))
    const postings = new Map(
      Object.entries(weights).map(([term, weight]) => [term, heads.map(({ id }) => ({ templateId: id, weight }))]),
    )
    return rankTemplates({ text }, { heads, terms: queryTerms(text), postings }).map(({ score }) => score)
  }
  const [alone = 0] = scores(['/home/kim/shop'])
  assert.ok(alone >= 1)
  for (const projects of [
    [null, null, null, null],
    ['/home/kim/shop', '/home/kim/shop/', 'shop', 'shop'],
    ['/home/kim/shop', 'shop', null, null],
  ])
    assert.deepEqual(
      scores(projects),
      projects.map(() => alone),
    )
  assert.ok((scores(['/home/kim/shop', '/home/kim/farm'])[0] ?? 0) < alone, 'words of two projects tell less')
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
