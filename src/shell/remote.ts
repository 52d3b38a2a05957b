/**
 * The command that another machine or container is asked to run: `ssh host "tail log"`, `docker exec box ls`,
 * `kubectl exec pod -- ls`. Its output is that command's, so it must be read as such.
 */
export const remoteCommand = (program: string, words: readonly string[]): string | undefined => {
  if (program === 'ssh') return afterTarget(words, 0, SSH_VALUES)
  if (program === 'docker' || program === 'podman') {
    const verb = words[0] === 'compose' ? words.indexOf('exec', 1) : 0
    return verb >= 0 && words[verb] === 'exec' ? afterTarget(words, verb + 1, EXEC_VALUES) : undefined
  }
  if (program === 'kubectl' && words.includes('exec')) {
    const dashes = words.indexOf('--')
    return dashes < 0 ? undefined : join(words.slice(dashes + 1))
  }
  return undefined
}

/** Options that take the next word as their value. */
const SSH_VALUES = new Set([
  '-i',
  '-p',
  '-o',
  '-l',
  '-F',
  '-J',
  '-L',
  '-R',
  '-D',
  '-c',
  '-m',
  '-b',
  '-E',
  '-S',
  '-W',
  '-w',
])
const EXEC_VALUES = new Set(['-e', '--env', '-u', '--user', '-w', '--workdir', '--env-file', '--index'])

const afterTarget = (words: readonly string[], start: number, valued: ReadonlySet<string>): string | undefined => {
  let at = start
  while ((words[at] ?? '').startsWith('-')) at += valued.has(words[at] ?? '') ? 2 : 1
  return join(words.slice(at + 1))
}

/** One word is a script the other side's shell reads; several are a command whose words were already taken apart. */
const join = (words: readonly string[]): string | undefined => {
  if (words.length < 2) return words[0]
  const shell = /^(?:ba|z|da)?sh$/.test(words[0] ?? '') && /^-[a-z]*c$/.test(words[1] ?? '')
  return shell ? words[2] : words.join(' ')
}
