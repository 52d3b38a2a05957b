import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { Line, LineProblem, ReadLinesOptions } from './lines.ts'
import { readLines } from './lines.ts'

const directory = mkdtempSync(join(tmpdir(), 'lines-'))
after(() => rmSync(directory, { recursive: true, force: true }))
const path = join(directory, 'file.jsonl')

const readAll = (content: string | Uint8Array, options: Partial<ReadLinesOptions> = {}) => {
  writeFileSync(path, content)
  return collect(options)
}

const collect = (options: Partial<ReadLinesOptions> = {}) => {
  const lines: Line[] = []
  const problems: LineProblem[] = []
  let end = options.from ?? 0
  let nextLine = options.firstLine ?? 1
  for (const batch of readLines(path, { from: 0, ...options })) {
    lines.push(...batch.lines)
    problems.push(...batch.problems)
    ;({ end, nextLine } = batch)
  }
  return { lines, problems, end, nextLine }
}

const short = (lines: Line[]) => lines.map((line) => [line.text, line.line, line.end, line.complete])

const cases: [string, string | Uint8Array, unknown[][]][] = [
  ['an empty file has no lines', '', []],
  [
    'lines end at newlines',
    'a\nbc\n',
    [
      ['a', 1, 2, true],
      ['bc', 2, 5, true],
    ],
  ],
  [
    'a carriage return before the newline is dropped',
    'a\r\nb\r\n',
    [
      ['a', 1, 3, true],
      ['b', 2, 6, true],
    ],
  ],
  [
    'blank lines are counted and left out',
    '\n \t\na\n\r\n\nb\n',
    [
      ['a', 3, 6, true],
      ['b', 6, 11, true],
    ],
  ],
  [
    'a byte-order mark at the start is dropped',
    '\u{feff}a\n\u{feff}b\n',
    [
      ['a', 1, 5, true],
      ['\u{feff}b', 2, 10, true],
    ],
  ],
  [
    'a last line without newline is not complete',
    'a\nb',
    [
      ['a', 1, 2, true],
      ['b', 2, 3, false],
    ],
  ],
  [
    'text beyond ASCII is decoded',
    'ä\n→\n',
    [
      ['ä', 1, 3, true],
      ['→', 2, 7, true],
    ],
  ],
  ['NUL bytes stay', 'a\0b\n', [['a\0b', 1, 4, true]]],
]
for (const [name, content, expected] of cases) {
  test(name, () => {
    for (const chunkBytes of [1, 2, 3, 1024]) assert.deepEqual(short(readAll(content, { chunkBytes }).lines), expected)
  })
}

test('bytes that are not UTF-8 are reported for their line alone and replaced', () => {
  const { lines, problems } = readAll(Buffer.from([97, 10, 98, 0xff, 99, 10, 0xc3, 0xa4, 10]))
  assert.deepEqual(
    lines.map((line) => line.text),
    ['a', 'b\u{fffd}c', 'ä'],
  )
  assert.deepEqual(
    problems.map((problem) => [problem.line, problem.code]),
    [[2, 'invalid-utf8']],
  )
})

test('a line that is too long is reported and skipped, and the next one is read', () => {
  for (const chunkBytes of [1, 7, 64, 4096]) {
    const { lines, problems } = readAll(`a\n${'x'.repeat(300)}\nb\n`, { chunkBytes, maxLineBytes: 100 })
    assert.deepEqual(short(lines), [
      ['a', 1, 2, true],
      ['b', 3, 305, true],
    ])
    assert.deepEqual(
      problems.map((problem) => [problem.line, problem.code]),
      [[2, 'line-too-long']],
    )
  }
})

test('a too long line without its end is read again from its beginning', () => {
  for (const chunkBytes of [7, 4096]) {
    const result = readAll(`a\n${'x'.repeat(300)}`, { chunkBytes, maxLineBytes: 100 })
    assert.deepEqual([result.end, result.nextLine, result.problems.length], [2, 2, 1])
  }
})

test('an unfinished line is not passed by the cursor', () => {
  const first = readAll('a\nb')
  assert.deepEqual([first.end, first.nextLine], [2, 2])
  const second = readAll('a\nbb\n', { from: first.end, firstLine: first.nextLine })
  assert.deepEqual(short(second.lines), [['bb', 2, 5, true]])
})

test('a file that is shorter than the cursor is reported', () => {
  const { lines, problems } = readAll('a\n', { from: 10 })
  assert.deepEqual([lines.length, problems[0]?.code], [0, 'file-shrank'])
  assert.equal(readAll('a\n', { to: 10 }).problems[0]?.code, 'file-shrank')
})

test('a file that shrinks while it is read ends with a report', () => {
  writeFileSync(path, 'line\n'.repeat(100))
  const codes: string[] = []
  let count = 0
  for (const batch of readLines(path, { from: 0, chunkBytes: 50 })) {
    count += [...batch.lines].length
    codes.push(...batch.problems.map((problem) => problem.code))
    truncateSync(path, 60)
  }
  assert.deepEqual([count, codes], [12, ['file-shrank']])
})

test('a file that cannot be opened throws the error of the system', () => {
  assert.throws(() => [...readLines(join(directory, 'absent'), { from: 0 })], { code: 'ENOENT' })
})

const bytes = fc
  .array(
    fc.oneof(fc.constantFrom(10, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xe2, 0x86, 0x92), fc.integer({ min: 0, max: 255 })),
    {
      maxLength: 120,
    },
  )
  .map((list) => Uint8Array.from(list))

test('the size of the chunks makes no difference', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      (content, chunkBytes, maxLineBytes) => {
        assert.deepEqual(readAll(content, { chunkBytes, maxLineBytes }), readAll(content, { maxLineBytes }))
      },
    ),
    { numRuns: 200 },
  )
})

test('reading in two goes from a saved offset gives what one go gives', () => {
  fc.assert(
    fc.property(bytes, fc.nat(120), fc.integer({ min: 1, max: 40 }), (content, cut, chunkBytes) => {
      const whole = readAll(content, { chunkBytes })
      const to = Math.min(cut, content.length)
      const first = collect({ chunkBytes, to })
      const second = collect({ chunkBytes, from: first.end, firstLine: first.nextLine })
      const complete = first.lines.filter((line) => line.complete)
      assert.deepEqual([...complete, ...second.lines], whole.lines)
      const early = first.problems.filter((problem) => problem.line < first.nextLine)
      assert.deepEqual([...early, ...second.problems], whole.problems)
      assert.deepEqual([second.end, second.nextLine], [whole.end, whole.nextLine])
    }),
    { numRuns: 200 },
  )
})

test('every complete line is where its offset says', () => {
  fc.assert(
    fc.property(bytes, (content) => {
      const buffer = Buffer.from(content)
      for (const line of readAll(content).lines) {
        const start = buffer.lastIndexOf(10, line.end - 2) + 1
        const raw = buffer
          .subarray(line.end < 2 ? 0 : start, line.end)
          .toString('utf8')
          .replace(/\r?\n$/, '')
        if (line.complete) assert.equal(line.line === 1 ? raw.replace(/^\u{feff}/u, '') : raw, line.text)
      }
    }),
    { numRuns: 200 },
  )
})
