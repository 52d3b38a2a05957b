import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import type { CommandAgent } from './command-agent.ts'
import { geminiCli } from './gemini-cli.ts'
import { hermes } from './hermes.ts'
import { opencode } from './opencode.ts'

/** Agents that are run by a command line, one line each. */
export const COMMAND_AGENTS: readonly CommandAgent[] = [claudeCode, codex, opencode, geminiCli, hermes]
