import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { suite, test } from 'node:test'
import { KNOWN_PLATFORMS } from '../../src/gateway/identity/known-platforms.ts'
import { PLATFORMS } from '../../src/gateway/platforms/registry.ts'
import { platformChecks } from '../../src/testing/platform-checks.ts'
import { PLATFORM_FIXTURES } from '../support/platform-fixtures.ts'

for (const name of Object.keys(PLATFORMS))
  suite(name, () => {
    const make = PLATFORM_FIXTURES[name]
    assert.ok(make !== undefined, `${name} needs a fixture`)

    test('it is called as in the registry, and its name is known', async (t) => {
      assert.equal((await make(t)).platform.name, name)
      assert.ok(Object.hasOwn(KNOWN_PLATFORMS, name))
    })

    for (const check of platformChecks(make)) test(check.name, check.run)
  })

test('the name of a platform stands in its own folder and in registries, and nowhere else in the gateway', () => {
  const root = resolve(import.meta.dirname, '..', '..', 'src')
  const registries = [
    'gateway/identity/known-platforms.ts',
    'gateway/identity/source.ts',
    'gateway/platforms/registry.ts',
    'gateway/config/reset-policy.ts',
  ]
  const wrong: string[] = []
  for (const entry of readdirSync(join(root, 'gateway'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const place = relative(root, path)
    if (!entry.isFile() || place.endsWith('.test.ts') || registries.includes(place)) continue
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    for (const name of ['console', 'webhook', 'telegram'])
      if (!place.startsWith(`gateway/platforms/${name}/`) && new RegExp(`['"\`]${name}['"\`]`).test(code))
        wrong.push(`${place} names ${name}`)
  }
  assert.deepEqual(wrong, [])
})
