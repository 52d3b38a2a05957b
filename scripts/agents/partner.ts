import type { ScriptedCall } from '../../src/scripted-model/script.ts'
import type { Expected, Wanted } from './scenario.ts'

/** An agent of another vendor that is played against the scripted model. */
export interface Partner {
  /** As its source is named. */
  name: string
  title: string
  /** Where its program comes from: a package of the npm registry, or what a person has installed. */
  program: { package: string; bin: string } | { onPath: string }
  /** The ways in which it works, each played by itself. */
  modes: readonly Mode[]
}

export interface Mode {
  title: string
  /** As the agent asks for it, and as its sessions should name it. */
  model: string
  /** Files below the home before anything of ours is there: the path, and the text. */
  settings(at: Address): Record<string, string>
  /** Variables beside HOME and PATH. */
  env?(at: Address): Record<string, string>
  /** What the model says to have this done, all of it in one answer; undefined: the agent has no tool for it. */
  write(wanted: readonly Wanted[]): Written | undefined
  /** What it calls a success or a failure itself, where that differs from what the scenario says. */
  records?(wanted: Wanted): Expected | undefined
  /** The words behind the program that ask it one thing in a session of its own. */
  ask(message: string): string[]
  /** The words that go on with a session. */
  goOn?(message: string, session: string): string[]
  /** How a session is compacted; needs `goOn`. */
  compact?: Compaction
  /** The words that register our MCP server, where it has a command for that. */
  addServer?(program: string): string[]
  /** The name of a tool of ours in what the model is offered or finds; undefined: it has no MCP. */
  serverTool?: string
  /** It can be given hooks or settings by `warmstart install`: the file below the home that this changes. */
  installs?: string
  /**
   * How what `install` gives reaches a session: by hooks, which are played with everything else; as messages before every conversation;
   * or by hooks or a plugin, which are played in a session of their own. Undefined: it does not take what it is given.
   */
  delivers?: 'hooks' | 'prefill' | 'apart'
  /** It keeps a command's output as it is and its exit code beside it, so that judging by text can be measured. */
  keepsBareOutput?: boolean
  /** How it runs the tasks of an experiment; undefined: it is no runner. */
  asRunner?: AsRunner
  /** Its sessions record what version wrote them. */
  recordsVersion: boolean
}

/** How an agent with a fresh home reaches the scripted model, and by what its own memory shows. */
interface AsRunner {
  /** Words behind its name in `--runner`, and variables for `--pass-env`. */
  reaches(model: string): { words: string[]; env: Record<string, string> }
  /** As `--model` has it, where it is not that of the mode. */
  model?: string
  /** The made-up key among the variables. */
  key: string
  /** What a request or the path of a file of its home holds where the memory of the agent is on. */
  memory: RegExp
}

export interface Address {
  /** `http://127.0.0.1:PORT` of the scripted model. */
  model: string
  project: string
  /** Our own program. */
  warmstart: string
}

export interface Written {
  calls: ScriptedCall[]
  /** The names under which our reader should list them. */
  tools: string[]
}

/** Either words that a person types, or a model that says it has read too much. */
type Compaction = { words: string } | { usedTokens: number }
