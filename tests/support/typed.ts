import { eventually } from './eventually.ts'
import { PROGRAM } from './run-here.ts'

type Test = { after(clean: () => void): void }

/** The program in a terminal, with a way to press keys and to wait for what it shows. */
export const typeInto = async (
  t: Test,
  words: readonly string[],
  { env, cwd, columns = 80, rows = 24 }: { env: Record<string, string>; cwd: string; columns?: number; rows?: number },
) => {
  const { spawn } = await import('@lydell/node-pty')
  const terminal = spawn(PROGRAM, [...words], { cols: columns, rows, cwd, env })
  let [seen, whole] = ['', '']
  let exitCode: number | undefined
  terminal.onData((data) => {
    seen += data
    whole += data
  })
  terminal.onExit((event) => (exitCode = event.exitCode))
  t.after(() => {
    if (exitCode === undefined) terminal.kill('SIGKILL')
  })
  return {
    terminal,
    /** Everything that was written to the terminal, escape sequences included. */
    whole: () => whole,
    /** Waits for something that was not there before, and forgets what was before it. */
    until: async (pattern: RegExp): Promise<void> => {
      const match = await eventually(
        () => pattern.exec(seen),
        () => `${pattern} is on the screen; there is ${JSON.stringify(seen)}`,
      )
      seen = seen.slice(match.index + match[0].length)
    },
    press: (...keys: string[]): void => {
      for (const key of keys) terminal.write(key)
    },
    ended: (): Promise<{ code: number }> =>
      eventually(
        () => (exitCode === undefined ? undefined : { code: exitCode }),
        () => `the program ends; on the screen is ${JSON.stringify(seen)}`,
      ),
  }
}
