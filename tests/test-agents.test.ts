import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { PARTNERS } from '../scripts/agents/registry.ts'
import { STEPS } from '../scripts/agents/scenario.ts'
import { f1Of } from '../scripts/agents/text-rung.ts'
import { INSTALLABLE } from '../src/interfaces/hooks/install-registry.ts'
import { HOOK_AGENTS } from '../src/interfaces/hooks/registry.ts'
import { SOURCES } from '../src/sources/registry.ts'

const FOLDER = join(import.meta.dirname, '..', 'scripts', 'agents')
const AT = { model: 'http://127.0.0.1:1', project: '/home/sam/shop', warmstart: '/opt/warmstart/bin/warmstart' }

suite('the agents that are played', () => {
  test('have a folder each, named as their source', () => {
    const folders = readdirSync(FOLDER).filter((name) => statSync(join(FOLDER, name)).isDirectory())
    assert.deepEqual(PARTNERS.map(({ name }) => name).toSorted(), folders.toSorted())
    for (const { name } of PARTNERS)
      assert.ok(
        SOURCES.some((source) => source.name === name),
        name,
      )
  })

  test('are installed into wherever `install` knows them, and given hooks where there are some', () => {
    for (const { name, modes } of PARTNERS)
      for (const mode of modes) {
        assert.equal(mode.installs !== undefined, INSTALLABLE.includes(name), name)
        assert.equal(mode.delivers === 'hooks', Object.hasOwn(HOOK_AGENTS, name), name)
        if (mode.installs !== undefined) assert.ok(Object.hasOwn(mode.settings(AT), mode.installs), name)
      }
  })

  test('can have every command run, and list as many calls as were wanted', () => {
    for (const { wanted, expected } of STEPS) {
      assert.equal(wanted.length, expected.length)
      for (const mode of PARTNERS.flatMap(({ modes }) => modes)) {
        const written = mode.write(wanted)
        if (wanted.every(({ kind }) => kind === 'shell')) assert.ok(written !== undefined, mode.title)
        if (written !== undefined) assert.equal(written.tools.length, wanted.length, mode.title)
      }
    }
  })
})

test('how well text alone tells failures is the harmonic mean of what it finds and what it is right about', () => {
  const rung = { title: 'x', calls: 20, failed: 10, found: 8, wrong: 2, unknown: 1, mistakes: [] }
  assert.equal(f1Of(rung), 0.8)
  assert.equal(f1Of({ ...rung, found: 10, wrong: 0 }), 1)
})
