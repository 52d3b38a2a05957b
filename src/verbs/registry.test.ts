import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALIASES, COMMANDS } from './registry.ts'
import { commandHelp, overview } from '../interfaces/cli/help.ts'
import { widthOf } from '../interfaces/cli/table.ts'

test('commands are listed under their own names, and aliases under the name they stand for', async () => {
  const aliases: Record<string, string> = {}
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = await load()
    assert.equal(command.name, name)
    for (const alias of command.aliases ?? []) aliases[alias] = name
  }
  assert.deepEqual(aliases, ALIASES)
})

test('help says what each verb is for', async () => {
  for (const load of Object.values(COMMANDS)) {
    const command = await load()
    const help = (await commandHelp(command, 400)).join('\n')
    for (const [name, verb] of Object.entries(command.verbs ?? {}))
      assert.ok(help.includes(`  ${name}`) && help.includes((await verb()).summary), `${command.name} ${name}`)
  }
})

test('help names the aliases and fits the window', async () => {
  const lines = await overview(80)
  const { analyze: name = '' } = ALIASES
  const command = await COMMANDS[name]?.()
  assert.ok(command !== undefined)
  assert.match(lines.join('\n'), /also:\s+analyze/)
  assert.match((await commandHelp(command, 80)).join('\n'), /warmstart analyze/)
  for (const line of lines) assert.ok(widthOf(line) <= 80, line)
})
