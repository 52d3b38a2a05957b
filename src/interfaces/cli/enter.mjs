// Entered by bin/warmstart. Plain JavaScript, so that nothing has to be stripped before the compile cache is on.
import { enableCompileCache } from 'node:module'

const words = process.argv.slice(2)
if (words[0] === '--version' || words[0] === '-v' || words[0] === 'version') {
  const { VERSION } = await import('./version.mjs')
  process.stdout.write(`${VERSION}\n`)
} else if (words[0] === 'hook' && words.length === 2 && !words[1].startsWith('-')) {
  // The short way in: an agent waits for it, so everything that only other commands need stays unloaded.
  enableCompileCache()
  try {
    const ending = import.meta.url.includes('/dist/') ? 'js' : 'ts'
    const { createApp } = await import(`../../app.${ending}`)
    const { runHook } = await import(`../hooks/run-hook.${ending}`)
    await runHook(createApp(), words[1])
  } catch {
    // Half an update must not be the agent's problem.
  }
  process.exit(0)
} else {
  enableCompileCache()
  const { main } = await import(import.meta.url.includes('/dist/') ? './main.js' : './main.ts')
  process.exitCode = await main(words)
}
