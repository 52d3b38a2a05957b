import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../lib/error.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'

const COMMAND: Command = {
  name: 'look',
  summary: 'look at something',
  arguments: '[THING]',
  positionals: { least: 0, most: 1 },
  flags: {
    near: { type: 'string', value: 'PLACE', help: '' },
    many: { type: 'string', multiple: true, help: '' },
    size: { type: 'string', choices: ['small', 'large'], help: '' },
    all: { type: 'boolean', help: '' },
  },
  run: async () => 0,
}

test('what makes no sense is a sentence with a hint', () => {
  const table: [words: string[], message: RegExp][] = [
    [[''], /one of the words is empty/],
    [['  '], /one of the words is empty/],
    [['a', 'b'], /b is one word too many/],
    [['--near', ''], /--near needs a value/],
    [['--near'], /^--near needs a value/],
    [['--near', '--all'], /^--near needs a value/],
    [['--near', 'a', '--near', 'b'], /--near was given twice/],
    [['--size', 'huge'], /--size cannot be huge/],
    [['--fa'], /--fa/],
    [['--all=yes'], /--all/],
  ]
  for (const [words, message] of table) {
    assert.throws(
      () => readArguments(COMMAND, words),
      (error) =>
        error instanceof AppError && error.code === 'usage' && message.test(error.message) && error.hint !== undefined,
      words.join(' '),
    )
  }
})

test('an option that is nearly one of ours is told so', () => {
  const hintOf = (...words: string[]): string | undefined => {
    try {
      readArguments(COMMAND, words)
    } catch (error) {
      return error instanceof AppError ? `${error.message}: ${error.hint}` : undefined
    }
    return undefined
  }
  assert.equal(hintOf('--naer', 'x'), 'there is no option --naer: did you mean --near? see `warmstart look --help`')
  assert.equal(hintOf('--jsno'), 'there is no option --jsno: did you mean --json? see `warmstart look --help`')
  assert.equal(hintOf('--quietly'), 'there is no option --quietly: see `warmstart look --help`')
  assert.equal(hintOf('-x'), 'there is no option -x: see `warmstart look --help`')
})

test('a number below 0 is a value, flags for several may come again, and so may flags of every command', () => {
  assert.equal(readArguments(COMMAND, ['--near', '-1']).values['near'], '-1')
  assert.deepEqual(readArguments(COMMAND, ['--many', 'a', '--many', '-2']).values['many'], ['a', '-2'])
  assert.equal(readArguments(COMMAND, ['--store', 'a', '--store', 'b']).values['store'], 'b')
  assert.deepEqual(readArguments(COMMAND, ['thing', '--all']).positionals, ['thing'])
})
