import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALIASES, COMMANDS } from './commands.ts'
import { commandHelp, overview } from './help.ts'
import { widthOf } from './table.ts'

test('commands are listed under their own names, and aliases under the name they stand for', async () => {
  const aliases: Record<string, string> = {}
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = await load()
    assert.equal(command.name, name)
    for (const alias of command.aliases ?? []) aliases[alias] = name
  }
  assert.deepEqual(aliases, ALIASES)
})

test('help names the aliases and fits the window', async () => {
  const lines = await overview(80)
  const { analyze: name = '' } = ALIASES
  const command = await COMMANDS[name]?.()
  assert.ok(command !== undefined)
  assert.match(lines.join('\n'), /also:\s+analyze/)
  assert.match(commandHelp(command, 80).join('\n'), /warmstart analyze/)
  for (const line of lines) assert.ok(widthOf(line) <= 80, line)
})
