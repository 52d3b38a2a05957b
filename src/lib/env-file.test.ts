import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseEnvFile } from './env-file.ts'

const CASES: [line: string, value: string | undefined][] = [
  ['A=b', 'b'],
  ['export A=b', 'b'],
  ['  A = b  ', 'b'],
  ['A=', ''],
  ['A=b # comment', 'b'],
  ['A=b#c', 'b#c'],
  ['A=#c', ''],
  ["A='b # $HOME \\n'", 'b # $HOME \\n'],
  ['A="b\\n\\"c\\" \\\\ $HOME"', 'b\n"c" \\ $HOME'],
  ['A="b" # comment', 'b'],
  ['A="two\nlines"', 'two\nlines'],
  ['\uFEFFA=b', 'b'],
  ['A=b\r\nB=c', 'b'],
  ['# A=b', undefined],
  ['A', undefined],
  ['1A=b', undefined],
  ['A-B=c', undefined],
  ['A="never ends', undefined],
  ['A=$(rm -rf /)', '$(rm -rf /)'],
]
for (const [line, value] of CASES)
  test(`${JSON.stringify(line)} is ${JSON.stringify(value)}`, () => {
    assert.equal(parseEnvFile(line).values.get('A'), value)
  })

test('a line that says nothing is named, without what it holds', () => {
  const { values, problems } = parseEnvFile('A=b\nsk-secret\nB="open\nC=d')
  assert.deepEqual(
    [...values],
    [
      ['A', 'b'],
      ['C', 'd'],
    ],
  )
  assert.deepEqual(
    problems.map(({ line }) => line),
    [2, 3],
  )
  assert.ok(!JSON.stringify(problems).includes('secret'))
})

test('whatever the text, it never throws; a quoted value comes back as it was', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseEnvFile(text)))
  fc.assert(
    fc.property(
      fc.string().filter((value) => !value.includes('\r')),
      (value) => {
        const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
        assert.equal(parseEnvFile(`A=${quoted}`).values.get('A'), value)
      },
    ),
  )
})
