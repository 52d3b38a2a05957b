import { accessSync, constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { AppError } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import { hideSecrets, secretsIn } from '../hide-secrets.ts'
import { superviseProgram } from '../supervise.ts'
import type { CommandAgent } from './command-agent.ts'
import type { Attempt, Ran, Runner, SessionReader } from './runner.ts'

export interface AgentRunnerOptions {
  /** Words for the agent's command line, the same in all arms. */
  words: readonly string[]
  /** The person's own home, for the login file. */
  personHome: string
  /** Whether that person agreed to have the login file copied into every trial. */
  copiesLogin: boolean
  path: string
  readSession: SessionReader
}

/** A longer text would be cut by agents that take it from a hook. */
const MOST_HOOK_BYTES = 10_000

/**
 * Runs an agent by its command line. Its home is fresh, its own memory is off, and both arms carry the same hook (or the same command line):
 * only the words that are given differ.
 */
export const createAgentRunner = (agent: CommandAgent, options: AgentRunnerOptions): Runner => ({
  name: agent.name,
  prepare: async () => {
    if (isOnPath(agent.program, options.path)) return
    throw new AppError('no-such-program', `${agent.title} is not here: there is no program ${agent.program} on PATH`, {
      hint: 'install it, or choose another one with --runner',
    })
  },
  run: async (attempt) => {
    const { given, place, limits, signal, id } = attempt
    if (agent.gives === 'hook' && Buffer.byteLength(given.text) > MOST_HOOK_BYTES)
      return broken(`its arm gives more than ${MOST_HOOK_BYTES} bytes, which ${agent.title} would cut`)
    const mark = await fillHome(agent, attempt, options)
    const ended = await superviseProgram({
      program: agent.program,
      args: agent.args({ prompt: promptOf(agent, attempt), model: attempt.model, words: options.words }),
      cwd: place.work,
      env: { ...attempt.env, ...agent.env },
      id,
      timeoutMs: limits.timeoutMs,
      mostOutputBytes: limits.mostOutputBytes,
      disk: { directory: place.root, mostBytes: limits.mostDiskBytes },
      logFile: join(place.logs, 'agent.txt'),
      signal,
    })
    if (agent.login !== null && options.copiesLogin) await forgetLogin(place, { login: agent.login, ...options })
    const exposed = agent.gives === 'hook' ? existsSync(mark) : true
    if (ended.kind === 'broken') return { ...broken(ended.reason), exposed }
    if (ended.code !== 0)
      return { ...broken(`${agent.program} ended with exit code ${ended.code}${lastWords(ended.output)}`), exposed }
    return { broken: null, exposed, ...(await options.readSession(agent.name, place)) }
  },
})

const broken = (reason: string): Ran => ({ broken: reason, exposed: null, session: null, model: null, metrics: {} })

/** The last line that an agent printed, which says why it gave up. */
const lastWords = (output: string): string => {
  const line = output.trim().split('\n').at(-1) ?? ''
  return line === '' ? '' : `: ${redact(line).slice(0, LONGEST_REASON)}`
}

const LONGEST_REASON = 200

/** Words in front of the prompt; a cold arm has the prompt alone. */
const promptOf = ({ gives }: CommandAgent, { prompt, given }: Attempt): string =>
  gives === 'hook' || given.text === '' ? prompt : `${given.text}\n\n${prompt}`

/** Writes settings, hook and login into the fresh home. Returns the file that the hook makes when it runs. */
const fillHome = async (
  agent: CommandAgent,
  { given, place, env }: Attempt,
  { personHome, copiesLogin }: AgentRunnerOptions,
): Promise<string> => {
  const mark = join(place.root, 'hook-ran')
  const answer = join(place.root, 'hook-answer')
  const hook = join(place.root, 'hook.sh')
  await writeFile(answer, given.text === '' ? '' : `${JSON.stringify(answerOf(given.text))}\n`)
  // The agent writes to standard input; a hook that does not read it may break its pipe.
  await writeFile(hook, `cat > /dev/null\n: > ${quoted(mark)}\ncat ${quoted(answer)}\n`)
  for (const [path, text] of Object.entries(agent.files(`sh ${quoted(hook)}`, env))) {
    const file = join(place.home, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600 })
  }
  if (copiesLogin && agent.login !== null) {
    const file = join(place.home, agent.login)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await copyFile(join(personHome, agent.login), file)
  }
  return mark
}

/** What is kept of a trial holds no login: neither the file, which the agent may have renewed, nor what the agent wrote elsewhere of it. */
const forgetLogin = async (
  { home, logs }: Attempt['place'],
  { login, personHome }: { login: string; personHome: string },
): Promise<void> => {
  const files = [join(home, login), join(personHome, login)]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  await rm(join(home, login), { force: true })
  const secrets = texts.flatMap(secretsIn)
  for (const folder of [home, logs]) await hideSecrets(folder, secrets)
}

const answerOf = (text: string) => ({
  hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text },
})

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const isOnPath = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
