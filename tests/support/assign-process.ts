import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface AssignedThere {
  session: string
  arm: string
  propensity: number
}

/** Draws arms for sessions of four strata in a process of its own, and tells what it was answered. */
export const assignInProcess = async (work: {
  store: string
  experiment: string
  sessions: number
  prefix: string
}): Promise<AssignedThere[]> => {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const said = await text(child.stdout)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`the process ended with ${code}`)
  return JSON.parse(said) as AssignedThere[]
}

const assignHere = async ({
  store: address,
  experiment,
  sessions,
  prefix,
}: Parameters<typeof assignInProcess>[0]): Promise<AssignedThere[]> => {
  const { openStore } = await import('../../src/store/open.ts')
  const { assignToArm } = await import('../../src/verbs/experiment/assign-operation.ts')
  const { testApp } = await import('./store.ts')
  const store = await openStore(address)
  const app = { ...testApp('/nowhere', address), owner: 'sam' }
  const assigned: AssignedThere[] = []
  for (let index = 0; index < sessions; index++) {
    const { session, arm, propensity } = await assignToArm(app, store, {
      name: experiment,
      session: `${prefix}-${index}`,
      taskType: index % 2 === 0 ? 'code' : 'research',
      model: index % 4 < 2 ? 'model-a' : 'model-b',
    })
    assigned.push({ session, arm, propensity: propensity ?? Number.NaN })
  }
  await store.close()
  return assigned
}

if (process.argv[1] === import.meta.filename) {
  const work = JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof assignInProcess>[0]
  process.stdout.write(JSON.stringify(await assignHere(work)))
}
