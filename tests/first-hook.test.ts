import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { installerNamed } from '../src/interfaces/hooks/install-registry.ts'
import { agentsWith } from '../src/interfaces/hooks/registry.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { givenIn, hasFixture, hookFixture, runHookProcess } from './support/hook.ts'
import { scratch } from './support/store.ts'
import { recoveryDraft, templateDraft } from './support/template-fixture.ts'

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'warmstart')

suite('the first hook after an installation', () => {
  for (const agent of agentsWith('agent'))
    test(`${agent}: everything that it loads was compiled by install`, async (t) => {
      const home = scratch(t)
      const cache = join(home, 'cache')
      const env = {
        HOME: home,
        WARMSTART_HOME: join(home, 'ours'),
        WARMSTART_OWNER: 'sam',
        WARMSTART_ARM: 'warm',
        NODE_COMPILE_CACHE: cache,
      }
      for (const directory of ['ours', 'shop']) mkdirSync(join(home, directory))
      const { directory } = await installerNamed(agent)
      mkdirSync(directory({ home, env: {}, platform: process.platform }), { recursive: true })
      const store = await openStore(`sqlite:${join(home, 'ours', 'warmstart.db')}`)
      const scope = { owner: 'sam', project: join(home, 'shop'), source: null, platform: null, model: null }
      const recoveries = [recoveryDraft('package cart is not in std (<path>)', { expiresAt: null })]
      const draft = templateDraft({ scope, recoveries })
      await saveTemplate(store, { owner: 'sam', name: 'shop', state: 'active', draft, now: Date.now() })
      await refreshReady(store, { owner: 'sam', now: Date.now() })
      await store.close()

      const { status, stderr } = spawnSync(PROGRAM, ['install', agent], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      })
      assert.deepEqual([status, stderr], [0, ''])
      const compiled = (): string[] => readdirSync(cache, { recursive: true, encoding: 'utf8' }).toSorted()
      const before = compiled()
      assert.notDeepEqual(before, [])
      for (const name of ['start', 'compaction', 'failure'].filter((each) => hasFixture(agent, each))) {
        const { code, stdout } = await runHookProcess(agent, hookFixture(agent, name, { cwd: join(home, 'shop') }), {
          env,
        })
        assert.equal(code, 0)
        assert.notEqual(givenIn(stdout), '', name)
      }
      assert.deepEqual(compiled(), before)
    })
})
