import { claudeCode } from './claude-code/partner.ts'
import { cline } from './cline/partner.ts'
import { codex } from './codex/partner.ts'
import { copilotCli } from './copilot-cli/partner.ts'
import { droid } from './droid/partner.ts'
import { geminiCli } from './gemini-cli/partner.ts'
import { goose } from './goose/partner.ts'
import { hermes } from './hermes/partner.ts'
import { openclaw } from './openclaw/partner.ts'
import { opencode } from './opencode/partner.ts'
import type { Partner } from './partner.ts'
import { pi } from './pi/partner.ts'
import { qwenCode } from './qwen-code/partner.ts'

/** Agents that are played, in this order. */
export const PARTNERS: readonly Partner[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  goose,
  droid,
  cline,
  pi,
  openclaw,
  opencode,
  copilotCli,
  hermes,
]
