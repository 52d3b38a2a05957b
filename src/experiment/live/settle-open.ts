import type { Connection } from '../../store/connection.ts'
import { hasOpenLive } from '../../store/experiments/open-live.ts'

/** Ends live experiments whose sessions came back, where their rule says so. Where none is open, nothing is loaded for it. */
export const settleOpenLive = async (store: Connection, owner: string): Promise<void> => {
  if (!(await hasOpenLive(store, owner))) return
  const [{ settleLive }, { refreshTallies }] = await Promise.all([
    import('./run-settle.ts'),
    import('../../profile/run.ts'),
  ])
  await refreshTallies(store)
  await settleLive(store, owner)
}
