import type { Terminal } from './terminal.ts'

const BAR_CHARS = 28
/** The shortest time between two redraws. */
const REDRAW_MS = 80

/** Shows a bar on standard error while history is read; prints nothing without a terminal. */
export const createProgress = (terminal: Terminal, label: string) => {
  let drawnAt = 0
  return {
    update(done: number, total: number): void {
      const now = performance.now()
      if (!terminal.isInteractive || total === 0 || now - drawnAt < REDRAW_MS) return
      drawnAt = now
      const share = Math.min(1, done / total)
      const full = Math.round(share * BAR_CHARS)
      const bar = '█'.repeat(full) + '░'.repeat(BAR_CHARS - full)
      terminal.status(`${label} ${bar} ${Math.round(share * 100)} %  ${megabytes(done)} of ${megabytes(total)}`)
    },
    end: () => terminal.status(''),
  }
}

const megabytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.round(bytes / 1024)} KB`
    : `${(bytes / 1024 / 1024).toFixed(bytes < 10485760 ? 1 : 0)} MB`
