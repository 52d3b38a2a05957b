import { spawnSync } from 'node:child_process'

/** Set in the process that runs inside a namespace. */
const MARK = 'WARMSTART_TEST_AGENTS_INSIDE'

export const isInside = (): boolean => process.env[MARK] === '1'

/** Words before a command that give it a network of its own with nothing but loopback; undefined: this machine cannot. */
export const namespaceWords = (): string[] | undefined => {
  for (const flags of [['-n'], ['-rn']]) {
    const words = ['unshare', ...flags, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
    const [program = '', ...rest] = words
    if (spawnSync(program, [...rest, 'true']).status === 0) return words
  }
  return undefined
}

/** Runs this very command again inside a namespace, and returns its exit code. */
export const runInside = (before: readonly string[], words: readonly string[]): number => {
  const [program = '', ...rest] = [...before, process.execPath, ...process.execArgv, ...words]
  const { status } = spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, [MARK]: '1' } })
  return status ?? 1
}
