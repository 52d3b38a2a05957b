import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite, test } from 'node:test'
import { findSecrets } from '../src/lib/redact/find.ts'
import { redact, redactWithReport } from '../src/lib/redact/redact.ts'
import { createRedactor } from '../src/template/redact.ts'
import type { Carriers } from './support/secret-carriers.ts'
import { BARE_CARRIERS, NAMED_CARRIERS } from './support/secret-carriers.ts'
import { secretKinds } from './support/secret-kinds.ts'

/** Values of each kind in each carrier. */
const VALUES = 20
const kinds = secretKinds(20_251_116)

interface Case {
  kind: string
  carrier: string
  secret: string
  text: string
}

function* casesOf(told: readonly string[], carriers: Carriers, values = VALUES): Generator<Case> {
  for (const kind of kinds.filter((candidate) => told.includes(candidate.told))) {
    for (const [carrier, carry] of Object.entries(carriers)) {
      for (let value = 0; value < values; value++) {
        const secret = kind.make()
        yield { kind: kind.name, carrier, secret, text: carry(secret) }
      }
    }
  }
}

/** Whether the middle or the end of a secret is still there; the beginning may be a name everybody knows. */
const isLeft = (redacted: string, secret: string): boolean => {
  const length = Math.min(secret.length, 8)
  const middle = Math.floor((secret.length - length) / 2)
  const parts = [secret.slice(-length), secret.slice(middle, middle + length)]
  return parts.some((part) => redacted.includes(part) || redacted.includes(encodeURIComponent(part)))
}

/** Share of secrets that are gone, over all and for the worst kind and carrier. */
const recallOf = (cases: Iterable<Case>, hide: (text: string) => string) => {
  const tallies = new Map<string, [gone: number, all: number]>()
  for (const { kind, carrier, secret, text } of cases) {
    const gone = isLeft(hide(text), secret) ? 0 : 1
    for (const name of ['all', `kind ${kind}`, `carrier ${carrier}`]) {
      const tally = tallies.get(name) ?? [0, 0]
      tally[0] += gone
      tally[1]++
      tallies.set(name, tally)
    }
  }
  const rates = Array.from(tallies, ([name, [gone, all]]): [string, number] => [name, gone / all])
  const worst = rates.toSorted((a, b) => a[1] - b[1]).slice(0, 5)
  return { recall: rates.find(([name]) => name === 'all')![1], lowest: worst[0]![1], words: JSON.stringify(worst) }
}

const thoroughly = (text: string): string => redactWithReport(text).text

suite('secrets made from published forms are gone', () => {
  test('there are enough kinds, and enough of them have no rule of their own', () => {
    assert.ok(kinds.length >= 90)
    assert.ok(kinds.filter(({ told }) => told === 'general').length >= 30)
    assert.ok(kinds.filter(({ told }) => told === 'named').length >= 10)
  })

  const TABLE: [what: string, told: string[], carriers: Carriers, lowest: number][] = [
    ['known forms wherever they stand', ['own'], BARE_CARRIERS, 0.9],
    ['known forms under a name', ['own'], NAMED_CARRIERS, 0.99],
    ['forms nobody told us of, wherever they stand', ['general'], BARE_CARRIERS, 0.93],
    ['forms nobody told us of, under a name', ['general'], NAMED_CARRIERS, 0.98],
    ['values that only their surroundings tell', ['named'], NAMED_CARRIERS, 0.93],
  ]
  for (const [what, told, carriers, bar] of TABLE) {
    test(what, () => {
      const { recall, lowest, words } = recallOf(casesOf(told, carriers), thoroughly)
      assert.ok(recall >= 0.99 && lowest >= bar, `recall ${recall}, the lowest: ${words}`)
    })
  }

  test('at import, where nothing slow is allowed, all that has a form or twenty characters', () => {
    assert.ok(recallOf(casesOf(['own', 'general'], BARE_CARRIERS, 5), redact).recall >= 0.99)
    assert.ok(recallOf(casesOf(['own', 'general'], NAMED_CARRIERS, 2), redact).recall >= 0.99)
    assert.ok(recallOf(casesOf(['named'], NAMED_CARRIERS, 5), redact).recall >= 0.9)
  })

  test('in a template, and its placeholders stay when it is redacted again', async () => {
    const redactor = createRedactor({ env: {}, home: '/home/somebody' })
    let left = 0
    let all = 0
    for (const { secret, text } of casesOf(['own', 'general', 'named'], NAMED_CARRIERS, 1)) {
      // The scanner costs a millisecond a text: every seventh, which meets every kind and every carrier.
      if (all++ % 7 !== 0) continue
      const redacted = await redactor.redact(text)
      if (isLeft(redacted, secret)) left++
      assert.equal(await redactor.redact(redacted), redacted)
    }
    assert.ok(left <= (all / 7) * 0.01, `${left} of ${all / 7}`)
  })
})

/** Sources of other people, which hold everything that merely looks like a secret. */
const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|json|md|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size < 300_000)
    .sort()

test('of other people\u2019s sources less than one word in 10,000 is replaced', () => {
  const modules = resolve(import.meta.dirname, '..', 'node_modules')
  const folders = ['@anthropic-ai', 'ai', 'fast-check', 'happy-dom', 'openai', 'pg', 'undici-types', 'zod']
  const paths = folders.flatMap((folder) => {
    try {
      return sourcesBelow(join(modules, folder))
    } catch {
      return [] // Not every version depends on all of these.
    }
  })
  let words = 0
  let replaced = 0
  for (const [at, path] of paths.entries()) {
    if (at % 5 !== 0) continue
    const text = readFileSync(path, 'utf8')
    words += text.split(/\s+/).length
    replaced += findSecrets(text).length
  }
  assert.ok(words > 200_000, `${words} words are too few`)
  assert.ok((replaced / words) * 10_000 < 1, `${replaced} of ${words}`)
})
