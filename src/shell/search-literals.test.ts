import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readShell, type ShellCommand } from './script.ts'
import { searchLiterals } from './search-literals.ts'

const commandOf = (line: string): ShellCommand => {
  const [command] = readShell(line).commands
  assert.ok(command !== undefined)
  return command
}

const TABLE: [line: string, literals: string[] | undefined][] = [
  ['rg -n "cart_total" src', ['cart_total']],
  ['rg -n "cart|Order line" src', ['cart', 'order line']],
  ["rg 'fn \\w+_total\\(' src", ['_total(']],
  ["rg -C 4 'foo\\.bar' src", ['foo.bar']],
  ["grep -n 'total|sum' a.txt", ['total|sum']],
  ["grep -n 'total\\|price' a.txt", ['total', 'price']],
  ["grep -E 'total|price' a.txt", ['total', 'price']],
  ["grep -F 'a.b*c' a.txt", ['a.b*c']],
  ['grep -rn --include "*.ts" total src', ['total']],
  ['grep -e total -e price a.txt', ['total', 'price']],
  ['git grep -n total', ['total']],
  ['rg "colou?rs" src', ['colo']],
  ['rg "tot[ae]l|price" src', ['tot', 'price']],
  // Nothing fixed, or not what is printed.
  ['rg "a|total" src', undefined],
  ['rg "(total|price)s" src', undefined],
  ['rg "$NAME" src', undefined],
  ["rg 'it\\x27s' src", undefined],
  ['rg -v total src', undefined],
  ['rg -l total src', undefined],
  ['rg --files -g "*.ts"', undefined],
  ['grep -c total a.txt', undefined],
  ['rg "[" src', undefined],
]
for (const [line, literals] of TABLE) {
  test(`${line} prints lines with ${literals?.join(' or ') ?? 'anything'}`, () =>
    assert.deepEqual(searchLiterals(commandOf(line)), literals))
}

test('whatever the pattern, each line that it matches holds one of the literals', () => {
  const part = fc.constantFrom('cart', 'tot', '.', '\\.', 'x?', 'y*', '|', '[abc]', '^', '$', ' ', '\\d', '+')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.array(part, { maxLength: 8 }), (parts, text) => {
      const pattern = parts.join('')
      const line = text.join('').replaceAll(/[\\?*^$[\]]/g, '')
      let isMatch: boolean
      try {
        isMatch = new RegExp(pattern).test(line)
      } catch {
        return
      }
      const command = { ...commandOf('rg x'), words: [pattern] }
      const literals = pattern.startsWith('-') ? undefined : searchLiterals(command)
      if (isMatch && literals !== undefined) assert.ok(literals.some((one) => line.toLowerCase().includes(one)))
    }),
  )
})
