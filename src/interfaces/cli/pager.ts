import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { heightOf } from './one-screen.ts'
import { escapeControls, type Terminal } from './terminal.ts'

/** The window of the output, and the environment that names a pager. */
export interface Window {
  rows: number | undefined
  columns: number | undefined
  env: NodeJS.ProcessEnv
}

/** A terminal that keeps its lines until `show`, which passes them to the pager if they do not fit the window. */
export const createPaged = (terminal: Terminal, window: Window): { terminal: Terminal; show(): Promise<void> } => {
  const lines: string[] = []
  return {
    terminal: { ...terminal, line: (text = '') => void lines.push(text) },
    show: async () => {
      const kept = lines.splice(0)
      const isLong = window.rows !== undefined && heightOf(kept, window.columns ?? terminal.width) >= window.rows
      const pager = isLong ? pagerIn(window.env) : undefined
      if (pager === undefined || !(await page(pager, `${kept.map(escapeControls).join('\n')}\n`, window.env)))
        for (const line of kept) terminal.line(line)
    },
  }
}

/** The command line of the pager: $PAGER, else less or more; undefined if there is none or the user wants none. */
export const pagerIn = (env: NodeJS.ProcessEnv): string | undefined => {
  const wanted = env['PAGER']?.trim()
  if (wanted === '' || wanted === 'cat') return undefined
  return wanted ?? ['less', 'more'].find((name) => isOnPath(name, env))
}

const isOnPath = (name: string, env: NodeJS.ProcessEnv): boolean =>
  (env['PATH'] ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, name), constants.X_OK)
      return directory !== ''
    } catch {
      return false
    }
  })

/** A shell's exit codes for a program that is missing or cannot run. */
const NOT_RUN = new Set([126, 127])

/** Returns whether the pager showed the text. While the pager runs, it handles Ctrl-C. */
const page = async (pager: string, text: string, env: NodeJS.ProcessEnv): Promise<boolean> => {
  const before = process.listeners('SIGINT')
  const ignore = (): void => undefined
  process.removeAllListeners('SIGINT')
  process.on('SIGINT', ignore)
  try {
    // The default for less: keep colours, and exit if the text fits a screen. The user's own LESS wins.
    const child = spawn('/bin/sh', ['-c', pager], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: env['LESS'] ?? 'FRX' },
    })
    // The user may close the pager before the end.
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
    const [code] = (await once(child, 'close')) as [number | null]
    return code === null || !NOT_RUN.has(code)
  } catch {
    return false
  } finally {
    process.off('SIGINT', ignore)
    for (const listener of before) process.on('SIGINT', listener)
  }
}
