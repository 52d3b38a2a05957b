import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { experimentalNote } from '../../src/processes/backends/experimental.ts'
import { BACKENDS } from '../../src/processes/backends/registry.ts'
import { ended, fakePlace, inScratch, startOf, stillRuns, text, until, withCode } from '../support/backend-place.ts'
import { backendSuite } from '../support/backend-suite.ts'

/** Each reaches a sandbox through its own command line, of which these are doubles. */
const FAKED: Record<string, string> = { docker: 'box', singularity: 'box', modal: 'ta-01ABC' }

test('every backend that reaches into a sandbox has a place to be tested in', () => {
  // `local` has tests of its own, and ssh a file of its own with a real sshd.
  assert.deepEqual(Object.keys(BACKENDS).toSorted(), [...Object.keys(FAKED), 'local', 'ssh'].toSorted())
})

for (const [name, target] of Object.entries(FAKED)) backendSuite(name, fakePlace(name, target))

suite('sandboxes that come and go', () => {
  for (const name of ['docker', 'singularity'])
    test(`${name}: one of ours is made when it is used and ended when it is asked for; others are left alone`, () =>
      inScratch(async (directory) => {
        const place = await fakePlace(name, 'box')(directory)
        const target = 'image:debian:12#episode-1'
        const there = (): string[] => readdirSync(join(place.workdir, 'there')).filter((file) => file !== 'box')
        const start = startOf(place, 'echo "$SANDBOX"', { target })
        assert.equal((await place.backend.look(start, { offset: 0, limit: 10 })).state, 'gone')
        await place.backend.start(start)
        assert.deepEqual(there(), [text(await until(place, start, ended)).trim()])
        await place.backend.endSandbox?.(target)
        assert.deepEqual(there(), [])
        await place.backend.endSandbox?.('box')
        assert.ok(existsSync(join(place.workdir, 'there', 'box')))
        assert.equal((await place.backend.look(start, { offset: 5, limit: 10 })).state, 'gone')
      }))

  test('a channel that breaks off while it starts leaves either a process that is known or none', () =>
    inScratch(async (directory) => {
      const place = await fakePlace('docker', 'box')(directory)
      const real = join(directory, 'bin', 'docker')
      const broken = join(directory, 'broken')
      // The first call does what it is told and loses the answer; with a number in the file, it is cut off after so many bytes.
      const wrapped = readFileSync(real, 'utf8')
      writeFileSync(`${real}-real`, wrapped, { mode: 0o755 })
      const fails = `if [ -e '${broken}' ]; then n=$(cat '${broken}'); rm '${broken}'; head -c "$n" | '${real}-real' "$@" >/dev/null 2>&1; exit 255; fi`
      writeFileSync(real, `#!/bin/sh\n${fails}\nexec '${real}-real' "$@"\n`, { mode: 0o755 })
      writeFileSync(broken, '1000000')
      const lost = startOf(place, 'echo ran; sleep 300')
      const { pid } = await place.backend.start(lost)
      const look = await until(place, lost, (each) => each.totalBytes > 0)
      assert.deepEqual([look.state, look.pid, text(look)], ['running', pid, 'ran\n'])
      await place.backend.end(lost, { graceMs: 1_000 })
      writeFileSync(broken, '800')
      const cut = startOf(place, 'echo ran; sleep 300')
      await assert.rejects(place.backend.start(cut), withCode('backend-unreachable'))
      assert.ok(!stillRuns(cut.id))
      assert.equal((await place.backend.look(cut, { offset: 0, limit: 10 })).state, 'gone')
    }))

  test('those that nobody has run against the real thing say so', async () => {
    const surroundings = { now: Date.now, env: {}, directory: '/nowhere' }
    for (const name of [...Object.keys(FAKED), 'ssh']) {
      const backend = (await BACKENDS[name]?.())?.(surroundings)
      assert.equal(backend?.isExperimental, name !== 'ssh')
      assert.equal(backend?.name, name)
      assert.equal(experimentalNote(name) !== undefined, backend?.isExperimental)
      const readme = readFileSync(new URL(`../../src/processes/backends/${name}/README.md`, import.meta.url), 'utf8')
      assert.equal(/experimental/i.test(readme), name !== 'ssh')
    }
  })
})
