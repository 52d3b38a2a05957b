import { openKeys } from './keys.ts'
import { escapeControls } from './terminal.ts'

/** A whole window that is redrawn after each key. Closing it restores the earlier content. */
export interface FullScreen {
  /** Draws the window, and draws it again when its size changes or the suspended program continues. */
  show(draw: (size: { width: number; height: number }) => readonly string[]): void
  nextKey(): Promise<string | undefined>
  /** Drops keys that were pressed before anything was shown. */
  forgetKeys(): Promise<void>
  close(): void
}

const ENTER = '\u001B[?1049h\u001B[?25l'
const LEAVE = '\u001B[?25h\u001B[?1049l'
const CLEAR = '\u001B[H\u001B[2J'
const SMALLEST = { columns: 20, rows: 6 }

export const openFullScreen = (stdout: NodeJS.WriteStream = process.stdout): FullScreen => {
  let draw: Parameters<FullScreen['show']>[0] = () => []
  let keys = openKeys()
  let isOpen = true
  const redraw = (): void => {
    if (!isOpen) return
    const width = Math.max(SMALLEST.columns, stdout.columns)
    const height = Math.max(SMALLEST.rows, stdout.rows)
    stdout.write(`${CLEAR}${draw({ width, height }).map(escapeControls).join('\r\n')}`)
  }
  const leave = (): void => {
    if (isOpen) stdout.write(LEAVE)
    isOpen = false
  }
  const enter = (): void => {
    isOpen = true
    stdout.write(ENTER)
    redraw()
  }
  /** On a closed terminal or SIGTERM, the window is restored first. */
  const onSignal = (signal: NodeJS.Signals): void => {
    leave()
    process.exit(signal === 'SIGHUP' ? 129 : 143)
  }
  const onContinue = (): void => {
    keys = openKeys()
    enter()
  }
  process.on('exit', leave)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', onSignal)
  stdout.on('resize', redraw)
  enter()
  return {
    show: (how) => {
      draw = how
      redraw()
    },
    forgetKeys: () => keys.forget(),
    nextKey: async () => {
      for (;;) {
        const key = await keys.next()
        if (key !== 'suspend') return key
        const back = new Promise<void>((resolve) => process.once('SIGCONT', () => resolve()))
        keys.close()
        leave()
        // Keeps the suspended program alive until it continues.
        const alive = setInterval(() => undefined, 1_000_000)
        process.kill(process.pid, 'SIGTSTP')
        await back
        clearInterval(alive)
        onContinue()
      }
    },
    close: () => {
      keys.close()
      leave()
      process.off('exit', leave)
      process.off('SIGTERM', onSignal)
      process.off('SIGHUP', onSignal)
      stdout.off('resize', redraw)
    },
  }
}
