// Entered by bin/warmstart. Plain JavaScript, so that nothing has to be stripped before the compile cache is on.
import { enableCompileCache } from 'node:module'

const words = process.argv.slice(2)
if (words[0] === '--version' || words[0] === '-v') {
  const { VERSION } = await import('./version.mjs')
  process.stdout.write(`${VERSION}\n`)
} else {
  enableCompileCache()
  const { main } = await import(import.meta.url.includes('/dist/') ? './main.js' : './main.ts')
  process.exitCode = await main(words)
}
