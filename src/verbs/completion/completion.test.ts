import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { needs, programAt } from '../../../tests/support/programs.ts'
import { scratch } from '../../../tests/support/store.ts'
import { ALIASES, COMMANDS } from '../registry.ts'
import { bashScript } from './bash.ts'
import { describeCommands } from './describe.ts'
import { fishScript } from './fish.ts'
import { inFishQuotes, inQuotes } from './quote.ts'
import { zshScript } from './zsh.ts'

const commands = await describeCommands({ commands: COMMANDS, aliases: ALIASES })

test('every command of the registry is described with its verbs and flags, second names too', () => {
  const names = commands.map(({ name }) => name)
  for (const name of [...Object.keys(COMMANDS), 'analyze', 'gateway sessions', 'owner claim'])
    assert.ok(names.includes(name), name)
  const calls = commands.find(({ name }) => name === 'calls')
  assert.deepEqual(calls?.flags.find(({ name }) => name === 'outcome')?.choices, ['ok', 'error', 'unknown'])
  assert.ok(calls?.flags.some(({ name }) => name === 'json'))
})

test('the scripts of all shells hold every command and every flag', () => {
  for (const script of [bashScript(commands), zshScript(commands), fishScript(commands)]) {
    for (const { name, flags } of commands) {
      assert.ok(script.includes(name.split(' ').at(-1) ?? ''), name)
      for (const flag of flags) assert.ok(script.includes(flag.name), `${name} --${flag.name}`)
    }
  }
})

test('quotes and backslashes in a text do not end it', () => {
  assert.equal(inQuotes("a'b"), String.raw`'a'\''b'`)
  assert.equal(inFishQuotes(String.raw`a'b\c`), String.raw`'a\'b\\c'`)
})

suite('in bash', needs('bash'), () => {
  const complete = (t: Parameters<typeof scratch>[0], words: readonly string[]): string[] => {
    const file = join(scratch(t), 'completion')
    writeFileSync(file, bashScript(commands))
    const list = words.map(inQuotes).join(' ')
    const text = `. '${file}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _warmstart; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', text], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
    return stdout.split('\n').filter((word) => word !== '')
  }

  test('commands, verbs, options and their values are completed', (t) => {
    assert.deepEqual(complete(t, ['warmstart', 'compr']), ['compress-check'])
    assert.deepEqual(complete(t, ['warmstart', 'calls', '--mas']), ['--masked'])
    assert.deepEqual(complete(t, ['warmstart', 'calls', '--outcome', '']), ['ok', 'error', 'unknown'])
    assert.deepEqual(complete(t, ['warmstart', 'owner', 'cl']), ['claim'])
    assert.deepEqual(complete(t, ['warmstart', 'owner', 'claim', '--pl']), ['--platform'])
    // A value that cannot be known is left to the person.
    assert.deepEqual(complete(t, ['warmstart', 'calls', '--tool', '']), [])
    assert.deepEqual(complete(t, ['warmstart', 'no-such-command', '']), [])
  })

  test('an option of a verb is not offered to its command', (t) => {
    assert.deepEqual(complete(t, ['warmstart', 'owner', '--as']), [])
    assert.deepEqual(complete(t, ['warmstart', 'owner', 'claim', '--as']), ['--as'])
  })
})

for (const [shell, script] of [
  ['zsh', zshScript],
  ['fish', fishScript],
] as const) {
  const isHere = programAt(shell) !== undefined
  test(`${shell} reads its script`, { skip: isHere ? false : `there is no ${shell} here` }, (t) => {
    const file = join(scratch(t), 'completion')
    writeFileSync(file, script(commands))
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
  })
}
