import { writeSync } from 'node:fs'
import type { App } from '../../src/app.ts'
import { createProcesses } from '../../src/processes/client.ts'
import type { Limits } from '../../src/processes/limits.ts'
import { openStore } from '../../src/store/open.ts'

/*
 * Starts one process after another until it is killed, and prints each id as soon as it is told of it. What it needs to know is the
 * JSON in its first argument.
 */
const { app, limits, command } = JSON.parse(process.argv[2] ?? '') as {
  app: Omit<App, 'now'>
  limits: Partial<Limits>
  command: string
}
const whole: App = { ...app, now: Date.now }
const processes = createProcesses(whole, () => openStore(whole.storeAddress), { limits })
for (;;) {
  const { id } = await processes.start({ command, workdir: app.home, owner: 'sam', persist: true })
  writeSync(1, `${id}\n`)
}
