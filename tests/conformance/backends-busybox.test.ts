import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fakePlace } from '../support/backend-place.ts'
import { backendSuite } from '../support/backend-suite.ts'
import { needs } from '../support/programs.ts'

/** What small images have: no bash, and other makers of `sh`, `stat`, `dd`, `grep` and the rest. */
const busyboxTools = (directory: string): string => {
  const tools = join(directory, 'tools')
  mkdirSync(tools)
  spawnSync('busybox', ['--install', '-s', tools])
  return tools
}

backendSuite('docker with the tools of busybox', fakePlace('docker', 'box', busyboxTools), needs('busybox'))
