import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hintKeys } from '../../src/provision/hint-key.ts'
import { refreshReady } from '../../src/provision/run-ready.ts'
import { openStore } from '../../src/store/open.ts'
import { readyHints, readySeed } from '../../src/store/templates/ready.ts'
import { saveTemplate } from '../../src/template/run.ts'
import { patternDraft, recoveryDraft, templateDraft } from '../../tests/support/template-fixture.ts'
import { FAILING } from './scenario.ts'
import type { Workplace } from './workplace.ts'

/** What a session should be given, by lines that stand in it and nowhere else. */
export interface Given {
  /** A line of the text that a session starts with. */
  seedMark: string
  /** A line of the hint after the failing call. */
  hintMark: string
}

const OWNER = 'sam'
const COMPLAINT = 'cat: docs/cart.md: No such file or directory'

/** A store with something to give to sessions of the project, and a file that says to give it in any case. */
export const prepareGiven = async ({ home, project }: Pick<Workplace, 'home' | 'project'>): Promise<Given> => {
  const ours = join(home, '.warmstart')
  mkdirSync(ours, { mode: 0o700 })
  // In a file, because a daemon of an agent does not see what is set where the agent is started.
  writeFileSync(join(ours, '.env'), `WARMSTART_ARM=warm\nWARMSTART_OWNER=${OWNER}\n`, { mode: 0o600 })
  const store = await openStore(`sqlite:${join(ours, 'warmstart.db')}`)
  const now = Date.now()
  const recovery = recoveryDraft('cat: <path>: No such file or directory', {
    expiresAt: null,
    failed: { command: FAILING },
    worked: { command: 'cat README.md' },
    strategy: 'the descriptions of the shop are in the README',
  })
  const draft = templateDraft({
    scope: { owner: OWNER, project, source: null, platform: null, model: null },
    patterns: [patternDraft('make check-the-shop')],
    recoveries: [recovery],
  })
  const { id } = await saveTemplate(store, { owner: OWNER, name: 'shop', state: 'active', draft, now })
  await refreshReady(store, { owner: OWNER, now })
  const ready = await readySeed(store, OWNER, { templateId: id, now })
  const keys = hintKeys('Bash', COMPLAINT)
  const [hint] = await readyHints(store, OWNER, { keys, project, now })
  await store.close()
  const seedMark = ready?.text.split('\n').find((line) => line.includes('make check-the-shop'))
  const hintMark = hint?.text.split('\n')[0]
  if (seedMark === undefined || hintMark === undefined) throw new Error('there is nothing to give')
  return { seedMark, hintMark }
}
