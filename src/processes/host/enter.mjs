// Entered by who needs a host and finds none. Plain JavaScript, so that the compile cache is on before anything is stripped.
import { enableCompileCache } from 'node:module'

enableCompileCache()
// What it is told may hold a password: it is neither in the table of processes nor handed on.
const settings = JSON.parse(process.env.WARMSTART_HOST_SETTINGS ?? '')
delete process.env.WARMSTART_HOST_SETTINGS
// The terminal it was started from may close, and Ctrl-C there means somebody else.
for (const signal of ['SIGHUP', 'SIGINT']) process.on(signal, () => undefined)
process.title = 'warmstart-host'
const { runHost } = await import(import.meta.url.includes('/dist/') ? './run-host.js' : './run-host.ts')
await runHost(settings)
process.exit(0)
