import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { judge } from '../src/outcome/judge.ts'

/** docs/what-counts-as-an-error.md promises causes by example; every row is judged as it stands there. */
const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'what-counts-as-an-error.md'), 'utf8')
const between = (from: string, to: string): string => page.slice(page.indexOf(from), page.indexOf(to))
const section = between('### Causes by example', '### Causes of refusals')
const refusals = between('### Causes of refusals', '## Masked failures')

interface Row {
  what: string
  commands: string[]
  output: string
  evidence: string
  cause: string
}

const cells = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what happened'))
    .map((line) => {
      const [what = '', started = '', prints = '', cause = ''] = cells(line.replaceAll('⇥', '\t'))
      const isSilent = prints.endsWith('(it prints nothing)')
      return {
        what,
        commands: started.split(' · ').map((command) => command.replaceAll('`', '')),
        output: isSilent ? '' : prints.replaceAll('**', '').replaceAll(/ ?⏎ /g, '\n'),
        evidence: /\*\*(.+?)\*\*/.exec(prints)?.[1]?.trim() ?? '',
        cause,
      }
    })

const rows = rowsOf(section)

test('the table holds every kind of failure that people ask about', () => {
  const kinds = new Set(rows.map(({ what }) => what))
  for (const kind of [
    'a red test',
    'a check with findings',
    'code that does not compile',
    'a program that is missing',
    'a database that is busy',
  ])
    assert.ok(kinds.has(kind), kind)
})

for (const { what, commands, output, evidence, cause } of rows) {
  for (const command of commands) {
    test(`${what} is ${cause}, also as \`${command}\``, () => {
      for (const [tool, args] of [
        ['Bash', { command }],
        ['exec_command', { cmd: command }],
      ] as const) {
        const verdict = judge({ tool, args, result: `${output}\n`, exitCode: 1 })
        assert.deepEqual([verdict.outcome, verdict.cause, verdict.evidence], ['error', cause, evidence], tool)
      }
    })
  }
}

for (const { what, commands, output, evidence, cause } of rowsOf(refusals)) {
  test(`${what}: ${cause}`, () => {
    for (const tool of commands) {
      const verdict = judge({ tool, args: {}, result: output, flag: 'error', flagIsComplete: true })
      const told = evidence === '' ? output.slice(0, 200) : evidence
      assert.deepEqual([verdict.outcome, verdict.cause, verdict.evidence], ['error', cause, told])
    }
  })
}
