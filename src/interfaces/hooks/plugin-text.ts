/** How long a plugin waits; our hook gives up by itself long before this. */
const LONGEST_MS = 5_000

/**
 * The code that all plugins share: it calls our program. Each plugin holds a copy, because a plugin must stand alone.
 * Plain JavaScript that runs in Node and Bun.
 */
export const askingText = (program: string, agent: string): string => `import { spawn } from 'node:child_process'

const PROGRAM = ${JSON.stringify(program)}

/** Tells warmstart what happens. Its text; undefined: it has none, is late, or is gone. Never throws. */
const ask = (payload) =>
  new Promise((resolve) => {
    let said = ''
    let child
    const end = () => {
      clearTimeout(timer)
      try {
        const { text } = JSON.parse(said)
        resolve(typeof text === 'string' && text !== '' ? text : undefined)
      } catch {
        resolve(undefined)
      }
    }
    const timer = setTimeout(() => {
      said = ''
      child?.kill('SIGKILL')
      end()
    }, ${LONGEST_MS})
    try {
      child = spawn(PROGRAM, ['hook', '${agent}'], { stdio: ['pipe', 'pipe', 'ignore'] })
      child.on('error', end)
      child.on('close', end)
      child.stdin.on('error', () => undefined)
      child.stdout.on('data', (bytes) => {
        said += bytes
      })
      child.stdin.end(JSON.stringify(payload))
    } catch {
      end()
    }
  })
`
