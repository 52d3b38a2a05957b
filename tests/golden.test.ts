import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import pc from 'picocolors'
import type { Screen } from '../src/interfaces/cli/section.ts'
import { heightOf } from '../src/interfaces/cli/one-screen.ts'
import { comparisonLines } from '../src/verbs/compare/show.ts'
import { compressionLines } from '../src/verbs/compress-check/show.ts'
import { profileLines } from '../src/verbs/profile/show.ts'
import { historyLines } from '../src/verbs/profile/history-show.ts'
import { sessionProfileLines } from '../src/verbs/profile/session-show.ts'
import { startLines } from '../src/verbs/start/show.ts'
import { widthOf } from '../src/interfaces/cli/table.ts'
import { Comparison } from '../src/schema/listing/comparison.ts'
import { CompressionReport } from '../src/schema/listing/compression-report.ts'
import { HistoryProfile } from '../src/schema/listing/history-profile.ts'
import { SessionProfile } from '../src/schema/listing/session-profile.ts'
import {
  anecdoteValue,
  comparisonValue,
  compressionValue,
  dimHistoryValue,
  emptyHistoryValue,
  historyValue,
  noCompressionValue,
  sessionValue,
  silentSessionValue,
  unknownHistoryValue,
} from './support/profile-values.ts'
import {
  dimStartValue,
  emptyStartValue,
  lessonStartValue,
  sampleStartValue,
  startValue,
} from './support/start-values.ts'

const PLACE = join(import.meta.dirname, 'golden')
const WIDTHS = [120, 80, 60]
/** Pages that are read before anything else also fit the narrowest window. */
const NARROWEST = 40
const FIRST_READ = /^(?:start|profile(?!-(?:all|session)))/

const PROGRAM = { word: 'warmstart', addToPath: undefined }
const CLONE = { word: 'bin/warmstart', addToPath: 'export PATH="$PWD/bin:$PATH"' }

const PAGES: Record<string, (screen: Screen) => string[]> = {
  start: (screen) => startLines(startValue(), PROGRAM, screen),
  'start-sample': (screen) => startLines(sampleStartValue(), CLONE, screen),
  'start-lessons': (screen) => startLines(lessonStartValue(), PROGRAM, screen),
  'start-bounds': (screen) => startLines(dimStartValue(), PROGRAM, screen),
  'start-nothing': (screen) => startLines(emptyStartValue(), CLONE, screen),
  profile: (screen) => profileLines(historyValue(), screen),
  'profile-bounds': (screen) => profileLines(dimHistoryValue(), screen),
  'profile-all': (screen) => historyLines(historyValue(), screen),
  'profile-all-bounds': (screen) => historyLines(dimHistoryValue(), screen),
  'profile-nothing-fits': (screen) => profileLines(emptyHistoryValue({ project: 'shop', minMessages: 5 }), screen),
  'profile-nothing-yet': (screen) => profileLines(emptyHistoryValue({}), screen),
  'profile-unknown-only': (screen) => profileLines(unknownHistoryValue(), screen),
  'profile-session': (screen) => sessionProfileLines(sessionValue(), screen),
  'profile-session-timeline': (screen) => sessionProfileLines(sessionValue(), screen, { timeline: true }),
  'profile-session-without-calls': (screen) => sessionProfileLines(silentSessionValue(), screen),
  'compress-check': (screen) => compressionLines(compressionValue(), screen),
  'compress-check-never-compacted': (screen) => compressionLines(noCompressionValue(), screen),
  'compress-check-nothing-fits': (screen) =>
    compressionLines({ ...noCompressionValue(), reason: 'no session fits the filter' }, screen, { isNarrowed: true }),
  compare: (screen) => comparisonLines(comparisonValue(), screen),
  'compare-two-sessions': (screen) => comparisonLines(anecdoteValue(), screen),
}

/** A command is copied whole, so it is never broken. */
const COMMAND = /^(?:bin\/)?warmstart /

suite('what commands show is what was agreed on (UPDATE_GOLDEN=1 agrees to the new)', () => {
  for (const [name, show] of Object.entries(PAGES)) {
    for (const width of FIRST_READ.test(name) ? [...WIDTHS, NARROWEST] : WIDTHS) {
      test(`${name} at ${width} columns`, () => {
        const lines = show({ width, colors: pc.createColors(false) })
        assert.deepEqual(
          lines.filter((line) => widthOf(line) > width && !COMMAND.test(line)),
          [],
          'wider than the window',
        )
        assert.ok(
          lines.every((line) => !line.includes('\n') && line === stripVTControlCharacters(line)),
          'a line break or a colour',
        )
        const text = `${lines.join('\n')}\n`
        const path = join(PLACE, `${name}-${width}.txt`)
        if (process.env['UPDATE_GOLDEN'] !== undefined) {
          mkdirSync(PLACE, { recursive: true })
          writeFileSync(path, text)
        }
        assert.equal(text, readFileSync(path, 'utf8'))
      })
    }
  }
})

test('the first screen and the profile fit 80 by 24 with room for the prompt', () => {
  for (const name of ['start', 'start-sample', 'start-bounds', 'start-nothing', 'profile', 'profile-bounds']) {
    for (const width of [80, 120]) {
      const lines = PAGES[name]?.({ width, colors: pc.createColors(false) }) ?? []
      assert.ok(heightOf(lines, width) <= 23, `${name} at ${width}: ${heightOf(lines, width)} lines`)
    }
  }
})

test('colours change nothing but the colour', () => {
  for (const [name, show] of Object.entries(PAGES)) {
    const [bare, coloured] = [false, true].map((isOn) => show({ width: 80, colors: pc.createColors(isOn) }))
    assert.deepEqual(coloured?.map(stripVTControlCharacters), bare, name)
  }
})

test('words of others can neither break a line nor take the screen', () => {
  const hostile = 'a\u001B[2J\nb\u001B[31mred\u202E\u0007 日本'
  const history = historyValue()
  for (const each of history.byTool) each.tool = hostile
  for (const each of history.byProject) each.project = hostile
  for (const each of [...history.signatures, ...history.mistakes]) each.message = hostile.repeat(30)
  for (const each of history.mistakes) each.tool = hostile
  for (const each of history.byModel) each.model = hostile
  for (const each of history.masked.byMask) each.mask = hostile
  for (const each of history.masked.byProject) each.project = hostile
  const session = sessionValue()
  session.title = hostile.repeat(30)
  session.timeline = session.timeline.map((call) => ({ ...call, tool: hostile, subject: hostile.repeat(9) }))
  const screen = { width: 60, colors: pc.createColors(false) }
  const lines = [
    ...historyLines(history, screen),
    ...profileLines(history, screen),
    ...startLines(startValue(history), PROGRAM, screen).filter((line) => !COMMAND.test(line)),
    ...sessionProfileLines(session, screen, { timeline: true }),
    ...compressionLines({ ...compressionValue(), session: hostile }, screen),
    ...comparisonLines({ ...comparisonValue(), warm: { ...comparisonValue().warm, label: hostile } }, screen),
  ]
  for (const line of lines) {
    assert.doesNotMatch(line, /[\u0000-\u001F\u007F-\u009F\u202E]/)
    assert.ok(widthOf(line) <= 60, line)
  }
})

test('the values that the pages are made of are values that the operations may return', () => {
  for (const value of [historyValue(), dimHistoryValue(), emptyHistoryValue({}), unknownHistoryValue()])
    v.parse(HistoryProfile, value)
  for (const value of [sessionValue(), silentSessionValue()]) v.parse(SessionProfile, value)
  for (const value of [compressionValue(), noCompressionValue()]) v.parse(CompressionReport, value)
  for (const value of [comparisonValue(), anecdoteValue()]) v.parse(Comparison, value)
})
