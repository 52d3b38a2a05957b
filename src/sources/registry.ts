import { AppError } from '../lib/error.ts'
import { anthropicMessages } from './formats/anthropic-messages/source.ts'
import { atif } from './formats/atif/source.ts'
import { claudeCode } from './formats/claude-code/source.ts'
import { cline } from './formats/cline/source.ts'
import { codex } from './formats/codex/source.ts'
import { copilotChat } from './formats/copilot-chat/source.ts'
import { copilotCli } from './formats/copilot-cli/source.ts'
import { cursor } from './formats/cursor/source.ts'
import { droid } from './formats/droid/source.ts'
import { geminiCli } from './formats/gemini-cli/source.ts'
import { goose } from './formats/goose/source.ts'
import { hermes } from './formats/hermes/source.ts'
import { inspect } from './formats/inspect/source.ts'
import { kiloCode } from './formats/kilo-code/source.ts'
import { openaiChat } from './formats/openai-chat/source.ts'
import { openclaw } from './formats/openclaw/source.ts'
import { opencode } from './formats/opencode/source.ts'
import { openhands } from './formats/openhands/source.ts'
import { pi } from './formats/pi/source.ts'
import { qwenCode } from './formats/qwen-code/source.ts'
import { rooCode } from './formats/roo-code/source.ts'
import { rememberSource } from './load-source.ts'
import type { Source } from './source.ts'
import { sweAgent } from './formats/swe-agent/source.ts'
import { OWN } from './own-source.ts'

const known: Source[] = [
  claudeCode,
  codex,
  copilotChat,
  copilotCli,
  qwenCode,
  geminiCli,
  droid,
  goose,
  rooCode,
  kiloCode,
  cline,
  cursor,
  hermes,
  openclaw,
  opencode,
  pi,
  OWN,
  atif,
  inspect,
  openhands,
  sweAgent,
  anthropicMessages,
  openaiChat,
]

/** Every source, one line each. Recognition asks in this order, so the most general formats stand last. */
export const SOURCES: readonly Source[] = known

/** The formats of providers, which many agents write. */
const GENERAL_FORMATS = 2

/** Makes a source from outside known to this process, before the general formats, until the returned function is called. Reading threads do not know it. */
export const addSource = (source: Source): (() => void) => {
  known.splice(-GENERAL_FORMATS, 0, source)
  const forget = rememberSource(source)
  return () => {
    known.splice(known.indexOf(source), 1)
    forget()
  }
}

/** The format of conversations that a program hands over instead of a file. */
export const MESSAGES: Source = openaiChat

export const sourceNamed = (name: string): Source => {
  const source = SOURCES.find((each) => each.name === name)
  if (source !== undefined) return source
  throw new AppError('unknown-source', `no source is called ${name}`, {
    hint: `use one of: ${SOURCES.map((each) => each.name).join(', ')}`,
  })
}
