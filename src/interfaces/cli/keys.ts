import { emitKeypressEvents } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** Reads single keys of a terminal as they are pressed. */
export interface Keys {
  /**
   * The name of the next key, as `node:readline` names it; `interrupt` for Ctrl-C; undefined if no key comes in time.
   */
  next(limitMs?: number): Promise<string | undefined>
  /** Drops keys pressed earlier: the user cannot have meant them for what is shown only now. */
  forget(): Promise<void>
  close(): void
}

interface Pressed {
  name?: string | undefined
  ctrl?: boolean
  sequence?: string
}

/** Whether a person at a terminal can answer a question: keys come from it, and output is visible. */
export const canAsk = (env: NodeJS.ProcessEnv = process.env): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === ''

/** An agent that runs the program in its own terminal never answers, so the wait must end. */
const LONGEST_WAIT_MS = 60_000

/** Asks a question that one key answers. Undefined if no key comes within a minute. Ctrl-C ends the program. */
export const askKey = async (question: string, limitMs = LONGEST_WAIT_MS): Promise<string | undefined> => {
  const keys = openKeys()
  try {
    await keys.forget()
    process.stdout.write(question)
    const key = await keys.next(limitMs)
    process.stdout.write('\n')
    return key
  } finally {
    keys.close()
  }
}

/** Reads keys one by one until it is closed, and then restores the terminal. */
export const openKeys = (stdin: NodeJS.ReadStream = process.stdin): Keys => {
  const pressed: string[] = []
  let waiting: ((key: string | undefined) => void) | undefined
  let isOver = false
  const hand = (key: string | undefined): void => {
    const taker = waiting
    waiting = undefined
    if (taker !== undefined) taker(key)
    else if (key !== undefined) pressed.push(key)
  }
  const onKey = (character: string | undefined, key: Pressed): void => hand(nameOf(character, key))
  const onEnd = (): void => {
    isOver = true
    hand(undefined)
  }
  const restore = (): void => void stdin.setRawMode(false)
  emitKeypressEvents(stdin)
  stdin.setRawMode(true)
  stdin.on('keypress', onKey)
  stdin.once('end', onEnd)
  process.once('exit', restore)
  stdin.resume()
  return {
    next: (limitMs) => {
      const key = pressed.shift()
      if (key !== undefined || isOver) return Promise.resolve(key)
      return new Promise((resolve) => {
        const timer = limitMs === undefined ? undefined : setTimeout(() => hand(undefined), limitMs)
        waiting = (taken) => {
          clearTimeout(timer)
          resolve(taken)
        }
      })
    },
    forget: async () => {
      await sleep(TYPED_BEFORE_MS)
      pressed.length = 0
    },
    close: () => {
      stdin.off('keypress', onKey)
      stdin.off('end', onEnd)
      process.off('exit', restore)
      restore()
      stdin.pause()
    },
  }
}

/** A terminal delivers earlier keys as soon as the program starts to read. */
const TYPED_BEFORE_MS = 50

const nameOf = (character: string | undefined, { name, ctrl = false, sequence = '' }: Pressed): string => {
  if (ctrl) return name === 'c' ? 'interrupt' : name === 'z' ? 'suspend' : `ctrl-${name ?? ''}`
  return name ?? character ?? sequence
}
