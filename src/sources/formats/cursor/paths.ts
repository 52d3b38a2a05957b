import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { asString, isRecord, parseJson } from '../../../lib/json.ts'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

export const locations = ({ home }: Place): string[] => [join(home, '.cursor', 'projects')]

/** `<project>/agent-transcripts/<session>/<session>.jsonl`, helpers in `subagents/` beside it, older ones without a folder. */
export const accepts = (path: string): FileShape | undefined =>
  /(?:^|\/)agent-transcripts\/.{1,400}\.jsonl$/.test(path) ? 'lines' : undefined

/** The helper that a file belongs to. */
export const agentOfFile = (path: string): string | undefined =>
  /[\\/]subagents[\\/]([^\\/]{1,200})\.jsonl$/.exec(path)?.[1]

export interface TranscriptFile {
  session: string
  agent: string | undefined
  cwd: string | undefined
}

export const identify = (path: string): TranscriptFile => {
  const agent = agentOfFile(path)
  const session = agent === undefined ? basename(path).replace(/\.jsonl$/, '') : basename(dirname(dirname(path)))
  return { session: session || 'unnamed', agent, cwd: trustedPath(path) }
}

/** The folder's name is the project's path with every other sign as `-`, which cannot be undone; a file in it may hold the path. */
const trustedPath = (path: string): string | undefined => {
  const at = path.search(/[\\/]agent-transcripts[\\/]/)
  if (at < 0) return undefined
  try {
    const trusted = parseJson(
      readFileSync(join(path.slice(0, at), '.workspace-trusted'), 'utf8').slice(0, TRUSTED_CHARS),
    )
    return isRecord(trusted) ? asString(trusted.workspacePath) || undefined : undefined
  } catch {
    return undefined // The editor writes none.
  }
}

const TRUSTED_CHARS = 10_000
