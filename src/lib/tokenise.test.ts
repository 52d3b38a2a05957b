import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { stem, tokenise } from './tokenise.ts'

const terms = (text: string): string[] => tokenise(text).map(({ term }) => term)

test('texts become terms', () => {
  const table: [text: string, terms: string[]][] = [
    ['', []],
    ['fix the parsers', ['fix', 'the', 'parser']],
    ['Parsing, parsed: parses', ['pars', 'pars', 'pars']],
    ["don't", ['dont']],
    ['VoucherField.tsx', ['voucherfieldtsx', 'voucher', 'field', 'tsx']],
    ['src/checkout/VoucherField.tsx', ['checkout', 'voucherfield', 'voucher', 'field']],
    ['voucher_field voucher-field', ['voucherfield', 'voucher', 'field', 'voucherfield', 'voucher', 'field']],
    ['HTMLParser parseHTTPResponse', ['htmlparser', 'html', 'parser', 'parsehttpresponse', 'pars', 'http', 'respons']],
    ['/home/kim/code/moonfarm/player.gd', ['code', 'moonfarm', 'player']],
    ['https://github.com/some-org/moonfarm/issues/3', ['someorg', 'some', 'org', 'moonfarm', 'issu']],
    ['3000 30s 8gb 0xff 4a07cdcd v2', ['0xff', 'v2']],
    ['größe Ärger', ['größe', 'ärger']],
    ['修复发票', ['修复', '复发', '发票']],
    ['<environment_context> <cwd>/srv/moonfarm</cwd>', ['srv', 'moonfarm']],
  ]
  for (const [text, expected] of table) assert.deepEqual(terms(text), expected, text)
})

test('plurals and endings of verbs meet, and words that only look alike do not', () => {
  for (const [one, other] of [
    ['invoice', 'invoices'],
    ['cache', 'caching'],
    ['entry', 'entries'],
    ['match', 'matches'],
    ['setting', 'settings'],
    ['plan', 'planned'],
  ] as const)
    assert.equal(stem(one), stem(other), `${one} ${other}`)
  for (const [one, other] of [
    ['theme', 'them'],
    ['bus', 'bu'],
    ['string', 'str'],
    ['feed', 'fe'],
    ['analysis', 'analysi'],
  ] as const)
    assert.notEqual(stem(one), stem(other), `${one} ${other}`)
})

test('a term keeps the word it came from, for people', () => {
  assert.deepEqual(tokenise('Invoices'), [{ term: 'invoic', word: 'invoices' }])
  assert.equal(tokenise('(user-message-selector)')[0]?.word, 'user-message-selector')
})

test('plain English says the same beside letters of other scripts', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[A-Za-z0-9_/.'-]{1,20}$/), { maxLength: 20 }), (words) => {
      const text = words.join(' ')
      // A single letter is no word.
      assert.deepEqual(terms(`${text} é`), terms(text))
    }),
  )
})

test('any text gives terms without blanks, at most as many as it has letters, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const found = terms(text)
      assert.deepEqual(terms(text), found)
      for (const term of found) assert.match(term, /^[^\s]+$/)
      assert.ok(found.length <= 2 * text.normalize('NFKC').length)
    }),
  )
})

test('of a pasted file only the beginning is looked at', () => {
  assert.deepEqual(terms(`${'a '.repeat(10_000)}moonfarm`), [])
  assert.deepEqual(terms('x'.repeat(1_000_000)), [])
  assert.equal(terms('word '.repeat(1_000_000)).length, 4_000)
})
