import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { lessonText } from '../src/lesson/lines.ts'
import { writeClause } from '../src/lesson/text.ts'
import { FORMATS } from '../src/provision/formats.ts'
import { lint } from '../src/provision/lint/lint.ts'
import { makeSeed, type SeedOptions } from '../src/provision/load.ts'
import { lessonOn } from './support/lesson-fixture.ts'
import { fullTemplate } from './support/seed-fixture.ts'

const FOLDER = join(import.meta.dirname, 'golden', 'seeds')
const NOW = Date.UTC(2026, 3, 1)
const LESSONS = lessonText([lessonOn('src/cart.ts'), lessonOn('tests/')].map(writeClause), 12)
const TEMPLATE = fullTemplate({
  name: 'shop-go',
  description: 'Work on the shop',
  addendum: 'The shop is written in Go.',
})

const seedOf = (options: Omit<SeedOptions, 'now'>): string =>
  makeSeed(TEMPLATE, { dose: 2, lessons: LESSONS, ...options, now: NOW }).text

const isAsWritten = (name: string, text: string): void => {
  const path = join(FOLDER, name)
  mkdirSync(FOLDER, { recursive: true })
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(path, text)
  assert.equal(text, readFileSync(path, 'utf8'))
}

suite('the seed of a template with something of everything', () => {
  for (const { name: format, compile, output } of FORMATS)
    for (const form of compile.history === undefined ? (['text'] as const) : (['history', 'text'] as const))
      test(`as ${format}, ${form} form, is what it was`, () => {
        const text = seedOf({ format, form, message: 'fix the build' })
        const pretty = output === 'json' ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text
        isAsWritten(`${format}-${form}.${output === 'json' ? 'json' : 'txt'}`, pretty)
      })

  test('begins with the lessons in every text form, and no lint minds them', () => {
    for (const format of FORMATS) {
      const made = makeSeed(TEMPLATE, { format: format.name, form: 'text', lessons: LESSONS, now: NOW })
      const words = format.output === 'json' ? JSON.stringify(LESSONS).slice(1, -1) : LESSONS
      assert.ok(made.text.includes(words), format.name)
      assert.ok(made.text.indexOf(words) < made.text.indexOf('The shop is written in Go.'), format.name)
      assert.deepEqual(
        lint(made.value, format).problems.filter(({ severity }) => severity === 'error'),
        [],
      )
    }
  })

  test('tells style, preferred tools and rates only where a profile is asked for', () => {
    const words = /asks in a|Preferred tools|How often tools worked/
    for (const { name: format, compile } of FORMATS)
      for (const form of compile.history === undefined ? (['text'] as const) : (['history', 'text'] as const)) {
        assert.doesNotMatch(seedOf({ format, form }), words, `${format} ${form}`)
        assert.match(seedOf({ format, form, withProfile: true }), words, `${format} ${form}`)
      }
  })

  test('has addendum, confirmed rules and at most three recoveries before a history', () => {
    const recoveries = ['one', 'two', 'three', 'four'].flatMap((word) =>
      TEMPLATE.recoveries.slice(0, 1).map((each) => ({ ...each, id: word, signature: `error ${word}` })),
    )
    for (const { name: format, compile } of FORMATS) {
      if (compile.history === undefined) continue
      const { text, shown } = makeSeed({ ...TEMPLATE, recoveries }, { format, form: 'history', now: NOW })
      for (const part of [
        'The shop is written in Go.',
        'Run the linter before every commit.',
        'error one',
        'error three',
      ])
        assert.ok(text.indexOf(part) >= 0 && text.indexOf(part) < text.indexOf('[example from'), `${format}: ${part}`)
      assert.ok(!text.includes('error four'))
      assert.deepEqual(shown.recoveries, ['one', 'two', 'three'])
      const { text: without } = makeSeed(
        { ...TEMPLATE, conventions: TEMPLATE.conventions.map((each) => ({ ...each, confirmed: false })) },
        { format, form: 'history', now: NOW },
      )
      assert.ok(!without.includes('Run the linter'))
    }
  })
})
