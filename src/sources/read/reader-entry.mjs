// Entered by a reading thread: the compile cache is per thread, and without it every module is stripped and compiled anew.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import(import.meta.url.includes('/dist/') ? './reader-thread.js' : './reader-thread.ts')
