// Entered by a searching thread: the compile cache is per thread, and without it every module is stripped and compiled anew.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import(import.meta.url.includes('/dist/') ? './search-thread.js' : './search-thread.ts')
