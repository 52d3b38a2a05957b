import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Where OpenClaw keeps its agents, under its present name and the two it had before. */
export const openclawLocations = (place: Place): string[] => {
  const state = place.env.OPENCLAW_STATE_DIR
  if (state) return [join(state, 'agents')]
  const home = place.env.OPENCLAW_HOME
  const folders = ['.openclaw', '.clawdbot', '.moltbot'].map((name) => join(home || place.home, name, 'agents'))
  return home ? [join(home, 'agents'), ...folders] : folders
}

/**
 * Transcripts are `<id>.jsonl`, those of ended sessions `<id>.jsonl.reset.<time>` and `.deleted.<time>`. Any folder may
 * hold them when a user has collected them, but not the folders in which OpenClaw keeps other things.
 */
export const openclawAccepts = (path: string): FileShape | undefined => {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  if (name === DATABASE) return 'database'
  if (!TRANSCRIPT.test(name) || name.includes('.trajectory.jsonl')) return undefined
  return folders.some((folder) => OTHER_FOLDERS.has(folder)) ? undefined : 'lines'
}

/** A `.bak` file is what a repair left of the transcript beside it. */
export const openclawRank = (path: string): number => (path.includes('.jsonl.bak') ? 1 : 0)

const DATABASE = 'openclaw-agent.sqlite'
// Archives end in .gz or .zst and are not lines.
const TRANSCRIPT = /\.jsonl(\.(reset|deleted)\.[^/]{0,80}(?<!\.gz|\.zst)|\.bak[^/]{0,80}(?<!\.gz|\.zst))?$/
// `agent` holds other programs' homes (with session files of their own), the rest logs and runs.
const OTHER_FOLDERS: ReadonlySet<string> = new Set(['agent', 'qmd', 'logs', 'cron', 'memory', 'workspace', 'sandbox'])
