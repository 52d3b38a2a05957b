import { basename, dirname } from 'node:path'
import { quoteAlways } from '../../shell/quote.ts'

/**
 * The line that an agent's settings get. It ends with 0 and without a word whatever happens: the clone moved, no Node, a crash. It
 * always holds `warmstart hook AGENT`, by which it is known again.
 */
export const hookCommand = (binPath: string, agent: string): string => {
  // Agents run it with sh, bash, zsh or fish: quotes, `test`, `&&` and `||` mean the same to all of them.
  const program = `${quoteAlways(dirname(binPath))}/${basename(binPath)}`
  return `test -x ${program} && ${program} hook ${agent} 2>/dev/null || exit 0`
}
