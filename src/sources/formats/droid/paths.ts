import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Sessions by project, older ones without a folder. */
export const locations = ({ home }: Place): string[] => [join(home, '.factory', 'sessions')]

export const accepts = (path: string): FileShape | undefined => (path.endsWith('.jsonl') ? 'lines' : undefined)

export const sessionOfFile = (path: string): string => basename(path).replace(/\.jsonl$/, '') || 'unnamed'

/** What is kept beside a session: its tokens and how it was started. Empty where there is no such file, or it is being written. */
export const settingsBeside = (path: string): JsonRecord => {
  try {
    const text = readFileSync(path.replace(/\.jsonl$/, '.settings.json'), 'utf8')
    const settings = text.length > SETTINGS_CHARS ? undefined : parseJson(text)
    return isRecord(settings) ? settings : {}
  } catch {
    return {}
  }
}

const SETTINGS_CHARS = 1_000_000
