import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import { KEY, madePack, packedTemplate } from '../../tests/support/pack-fixture.ts'
import { anyDraft, patternDraft } from '../../tests/support/template-fixture.ts'
import { AppError } from '../lib/error.ts'
import { createSigningKey, signText } from '../lib/sign.ts'
import { Pack, type PackTemplate } from '../schema/pack.ts'
import { canonicalJson, hashOfText } from './canonical.ts'
import { packText, signedText } from './pack.ts'
import { readPack } from './pack-read.ts'

const refusalOf = (text: string): string | undefined => {
  try {
    readPack(text)
    return undefined
  } catch (error) {
    assert.ok(error instanceof AppError, String(error))
    assert.ok(error.hint !== undefined)
    return error.code
  }
}

const whole = madePack([packedTemplate()])
const parsed = (): Pack => JSON.parse(whole) as Pack

/** As somebody would write it who has a key and knows the format: everything fits but what was changed. */
const forged = (change: (pack: Pack) => void): string => {
  const pack = parsed()
  change(pack)
  const signed = signedText(pack)
  pack.sha256 = hashOfText(signed)
  if (pack.signature !== null) pack.signature.value = signText(signed, KEY)
  return `${canonicalJson(pack)}\n`
}

test('a field of the wrong kind that has no text is refused in words', () => {
  const text = forged(({ templates: [template] }) => {
    const [marker] = template?.contextMarkers ?? []
    assert.ok(marker !== undefined)
    Object.assign(marker, { value: { toString: 1 } })
  })
  assert.equal(refusalOf(text), 'pack-invalid')
})

suite('a pack as it was written', () => {
  test('is read, and what it holds is documented', () => {
    const read = readPack(whole)
    assert.deepEqual(v.parse(Pack, parsed()), parsed())
    assert.equal(read.signature?.fingerprint, KEY.fingerprint)
    assert.deepEqual(
      read.templates.map(({ packed }) => packed),
      parsed().templates,
    )
    assert.equal(refusalOf(packText([packedTemplate()], undefined).text), undefined)
  })

  test('says nothing of whose sessions it was made from', () => {
    for (const word of ['session-1', 'session-2', 'c0ffee', 'badc0de', 'f10e', '/home', '"sam"', 'evidence', 'owner'])
      assert.ok(!whole.includes(word), word)
    assert.equal(parsed().templates[0]?.scope.project, 'shop')
    assert.deepEqual(parsed().templates[0]?.recoveries[0]?.fingerprint.projects, ['shop'])
  })

  test('whatever a draft holds, it is read as it was or refused in words', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const packed = packedTemplate(draft)
        const text = madePack([packed])
        const code = refusalOf(text)
        // Names such as `__proto__` may come up among the arguments.
        if (code !== undefined) assert.equal(code, 'pack-invalid')
        else assert.equal(canonicalJson(readPack(text).templates[0]?.packed), canonicalJson(packed))
      }),
    )
  })
})

suite('a pack that was changed', () => {
  const bytes = Buffer.from(whole)

  test('in any single byte is refused', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        assert.notEqual(refusalOf(changed.toString('utf8')), undefined, `byte ${at}`)
      }),
      { numRuns: 1_500 },
    )
  })

  test('in any byte of its envelope, by any bit, is refused', () => {
    const end = whole.indexOf('"templates"')
    for (let at = 0; at < end; at++) {
      for (let bit = 0; bit < 7; bit++) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        assert.notEqual(refusalOf(changed.toString('utf8')), undefined, `byte ${at}, bit ${bit}`)
      }
    }
  })

  test('by cutting, adding, another order or blanks is refused', () => {
    const { format, ...rest } = parsed()
    const spelt: [why: string, text: string][] = [
      ['cut', whole.slice(0, -2)],
      ['without its line end', whole.trimEnd()],
      ['more behind it', `${whole} `],
      ['a mark before it', `\uFEFF${whole}`],
      ['with blanks', `${JSON.stringify(parsed(), null, 1)}\n`],
      ['another order', `${JSON.stringify({ ...rest, format })}\n`],
      ['a field of its own', `${canonicalJson({ ...parsed(), note: 'run this' })}\n`],
      [
        'a field in the signature',
        `${canonicalJson({ ...parsed(), signature: { ...parsed().signature, note: 'x' } })}\n`,
      ],
      ['a number spelt otherwise', whole.replace('"formatVersion":1,', '"formatVersion":1.0,')],
    ]
    for (const [why, text] of spelt) assert.notEqual(refusalOf(text), undefined, why)
  })

  test('and signed with another key under the name of the first is refused', () => {
    const other = createSigningKey()
    const pack = parsed()
    assert.ok(pack.signature !== null)
    const value = signText(signedText(pack), other)
    const signatures = [
      { ...pack.signature, value },
      { ...pack.signature, value, publicKey: other.publicKey },
      { ...pack.signature, fingerprint: other.fingerprint },
    ]
    for (const signature of signatures)
      assert.equal(refusalOf(`${canonicalJson({ ...pack, signature })}\n`), 'pack-tampered')
  })
})

suite('a pack whose maker means no good', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const withTemplate = (change: (template: PackTemplate & Record<string, unknown>) => void): string =>
    forged((pack) => change(pack.templates[0] as PackTemplate & Record<string, unknown>))

  const CASES: [why: string, text: () => string, code: string][] = [
    ['nested ten thousand deep', () => whole.replace('"tags":["go"]', `"tags":${nested(10_000)}`), 'pack-invalid'],
    ['nothing but brackets', () => nested(3_000_000), 'pack-invalid'],
    ['two million empty lists', () => `[${'[],'.repeat(2_000_000)}[]]`, 'pack-invalid'],
    ['a newer format', () => forged((pack) => Object.assign(pack, { formatVersion: 4 })), 'pack-newer'],
    ['a format that never was', () => forged((pack) => Object.assign(pack, { formatVersion: 0 })), 'pack-invalid'],
    ['no template', () => madePack([]), 'pack-invalid'],
    ['too many templates', () => madePack(Array(201).fill(packedTemplate())), 'pack-invalid'],
    ['two of one name', () => madePack([packedTemplate(), packedTemplate()]), 'pack-invalid'],
    ['a text of a novel', () => madePack([packedTemplate({ addendum: 'x'.repeat(30_000) })]), 'pack-invalid'],
    ['half a character', () => madePack([packedTemplate({ addendum: 'a\ud800b' })]), 'pack-invalid'],
    ['a name that leads elsewhere', () => madePack([packedTemplate({}, '../../x')]), 'pack-invalid'],
    ['control characters in its name', () => madePack([packedTemplate({}, 'a\u001bb')]), 'pack-invalid'],
    ['an endless description', () => withTemplate((each) => (each.description = 'x'.repeat(600))), 'pack-invalid'],
    ['escapes in a description', () => withTemplate((each) => (each.description = '\u001b[2J')), 'pack-invalid'],
    ['a field of its own in a template', () => withTemplate((each) => (each['run'] = 'x')), 'pack-invalid'],
    ['evidence', () => withTemplate((each) => Object.assign(each.patterns[0]!, { evidence: [] })), 'pack-invalid'],
    ['an owner', () => withTemplate((each) => Object.assign(each.scope, { owner: 'kim' })), 'pack-invalid'],
    ['a hash of something else', () => withTemplate((each) => (each.hash = 'f'.repeat(64))), 'pack-invalid'],
    ['a rate above one', () => withTemplate((each) => (each.toolRates[0]!.successRate.rate = 2)), 'pack-invalid'],
    ['a count below nothing', () => withTemplate((each) => (each.patterns[0]!.support = -1)), 'pack-invalid'],
    ['patterns that are none', () => withTemplate((each) => Object.assign(each, { patterns: 7 })), 'pack-invalid'],
    ...['__proto__', 'constructor', 'prototype'].map((name): [string, () => string, string] => {
      const args = JSON.parse(`{"command":"ls","deep":[{"${name}":{"a":1}}]}`) as Record<string, unknown>
      return [
        `a field called ${name}`,
        () => madePack([packedTemplate({ patterns: [patternDraft('ls', { arguments: args })] })]),
        'pack-invalid',
      ]
    }),
  ]
  for (const [why, text, code] of CASES) test(`${why}: ${code}`, () => assert.equal(refusalOf(text()), code))

  test('any field replaced by anything is refused in words, or is as good as before', () => {
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', -1, 1e300, [], {}, 'x'.repeat(25_000)))
    const places = placesIn(parsed().templates[0])
    fc.assert(
      fc.property(fc.constantFrom(...places), values, (place, value) => {
        const code = refusalOf(forged((pack) => setAt(pack.templates[0], place, value)))
        assert.ok(code === undefined || code === 'pack-invalid', `${place.join('.')}: ${code}`)
      }),
      { numRuns: 600 },
    )
  })
})

/** Every place inside a value. */
const placesIn = (value: unknown, before: readonly string[] = []): string[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, field]) => [[...before, name], ...placesIn(field, [...before, name])])

const setAt = (value: unknown, [name = '', ...rest]: readonly string[], given: unknown): void => {
  const record = value as Record<string, unknown>
  if (rest.length === 0) record[name] = given
  else setAt(record[name], rest, given)
}
