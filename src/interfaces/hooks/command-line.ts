import { basename, dirname } from 'node:path'
import { quoteAlways } from '../../shell/quote.ts'

/**
 * The command line in an agent's settings. It always ends with exit code 0 and without output, even if the clone
 * moved, Node is missing or the hook crashes. It always holds `warmstart hook AGENT`, by which it is recognised.
 */
export const hookCommand = (binPath: string, agent: string): string => {
  // Agents run it with sh, bash, zsh or fish: quotes, `test`, `&&` and `||` mean the same in all of them.
  const program = `${quoteAlways(dirname(binPath))}/${basename(binPath)}`
  return `test -x ${program} && ${program} hook ${agent} 2>/dev/null || exit 0`
}
