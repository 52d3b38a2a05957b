import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { Installer, PlannedFile } from '../installer.ts'
import { putEntry, takeEntry } from '../json-entry.ts'
import { sealedFile } from '../sealed-file.ts'
import { MANIFEST, PACKAGE, pluginText } from './plugin.ts'

const directoryOf = ({ home, env }: Place): string =>
  env['OPENCLAW_STATE_DIR'] ? resolve(env['OPENCLAW_STATE_DIR']) : join(env['OPENCLAW_HOME'] || home, '.openclaw')

const KEYS = ['plugins', 'entries', 'warmstart'] as const
/** A third-party plugin sees no conversation unless its owner allows it here. */
const ENTRY = { enabled: true, hooks: { allowConversationAccess: true } }

const configFile = (place: Place): PlannedFile => {
  const path = join(directoryOf(place), 'openclaw.json')
  return {
    name: 'openclaw.json',
    path,
    put: (text) => putEntry(text, { path, keys: KEYS }, ENTRY),
    take: (text, original) => takeEntry(text, { path, keys: KEYS }, original),
  }
}

/** The text of the file never changes, so the file is recognised by it. */
const fixedFile = (place: Place, name: string, text: string): PlannedFile => ({
  name,
  path: join(directoryOf(place), 'extensions', 'warmstart', name),
  put: () => text,
  take: (found) => (found === text ? undefined : found),
})

const filesOf = (place: Place, program: string): PlannedFile[] => [
  fixedFile(place, 'package.json', PACKAGE),
  fixedFile(place, 'openclaw.plugin.json', MANIFEST),
  sealedFile({
    name: 'index.js',
    path: join(directoryOf(place), 'extensions', 'warmstart', 'index.js'),
    comment: '//',
    text: pluginText(program),
  }),
  configFile(place),
]

/** Our plugin in `~/.openclaw/extensions`, and the line of the configuration that allows it. */
export const settings: Installer = {
  agent: 'openclaw',
  title: 'OpenClaw',
  program: 'openclaw',
  directory: directoryOf,
  about: {
    writes: [
      ['~/.openclaw/extensions/warmstart/', 'a plugin'],
      ['~/.openclaw/openclaw.json', '`plugins.entries.warmstart`, which lets it see conversations'],
    ],
    movedBy: 'OPENCLAW_STATE_DIR',
    moments: {
      start: '`before_prompt_build`, the first one',
      message: '`before_prompt_build`',
      compaction: '`before_prompt_build`, which adds it to every turn',
      end: '`session_end`',
    },
  },
  files: (place) => filesOf(place, ''),
  plan: async ({ app: { place }, program }) => ({
    files: filesOf(place, program),
    next: [
      'Start the gateway of OpenClaw again. Where `plugins.allow` is set, put `warmstart` into it.',
      'Sessions of channels, in which other people may write, are given nothing. A failed call is not told in time for a hint.',
    ],
  }),
}
