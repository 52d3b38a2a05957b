import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { generateSample } from '../sample/generate.ts'
import type { StartReport } from '../schema/listing/start-report.ts'
import type { Connection } from '../store/connection.ts'
import { openStore } from '../store/open.ts'
import { discover, type Progress, sync } from './sync.ts'

export type { StartReport } from '../schema/listing/start-report.ts'

/** Fixed, so that everybody sees the same sample. */
const SAMPLE_SEED = 7

/** The main job: read the history of every known agent here, or a bundled sample where there is none. */
export const start = async (
  app: App,
  openOwn: () => Promise<Connection>,
  onProgress?: Progress,
): Promise<StartReport> => {
  if (discover(app, { targets: [] }).files.length > 0) {
    const report = await sync(app, await openOwn(), { targets: [], rebuild: false }, onProgress)
    return { ...report, sample: false, store: app.storeAddress }
  }
  const directory = join(app.home, 'sample')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  generateSample(join(directory, 'history'), { seed: SAMPLE_SEED })
  const storeAddress = `sqlite:${join(directory, 'sample.db')}`
  const store = await openStore(storeAddress)
  try {
    const targets = [{ path: join(directory, 'history') }]
    const report = await sync({ ...app, storeAddress }, store, { targets, rebuild: false }, onProgress)
    return { ...report, sample: true, store: storeAddress }
  } finally {
    await store.close()
  }
}
