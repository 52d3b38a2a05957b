/** What is known about an agent that is run by one command line. Everything that differs between agents is here, as data. */
export interface CommandAgent {
  /** As its source is called. */
  name: string
  title: string
  program: string
  /** Its command line for one task, without questions to a person. `words` are those that a person declared behind its name. */
  args(task: { prompt: string; model: string | null; words: readonly string[] }): string[]
  /** Switches off its own memory, updates and telemetry. */
  env: Readonly<Record<string, string>>
  /** Files of its fresh home. `hook` is the command line of the hook that both arms carry, `env` the environment that it runs in. */
  files(hook: string, env: Readonly<Record<string, string>>): Readonly<Record<string, string>>
  /** How it is given the words of an arm: by a hook at the session's start, or in front of the prompt. */
  gives: 'hook' | 'prompt'
  /** The file of a person's home that holds its login; copied only after that person's yes. */
  login: string | null
}

/** A hook at the start of a session, as several agents write it down. Most of them count `timeout` in seconds. */
export const startHook = (command: string, timeout = 10): { hooks: Record<string, unknown> } => ({
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command, timeout }] }] },
})
