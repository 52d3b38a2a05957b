import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { Installer } from '../installer.ts'
import { sealedFile } from '../sealed-file.ts'
import { pluginText } from './plugin.ts'

const directoryOf = ({ home, env }: Place): string =>
  env['OPENCODE_CONFIG_DIR']
    ? resolve(env['OPENCODE_CONFIG_DIR'])
    : join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode')

const fileOf = (place: Place, program: string) =>
  sealedFile({
    name: 'warmstart.js',
    path: join(directoryOf(place), 'plugin', 'warmstart.js'),
    comment: '//',
    text: pluginText(program),
  })

/** Our plugin in `~/.config/opencode/plugin`, beside those of others. */
export const settings: Installer = {
  agent: 'opencode',
  title: 'OpenCode',
  program: 'opencode',
  directory: directoryOf,
  about: {
    writes: [['~/.config/opencode/plugin/warmstart.js', 'a plugin']],
    movedBy: 'OPENCODE_CONFIG_DIR',
    moments: {
      start: '`chat.message`, the first one',
      message: '`chat.message`',
      failure: '`tool.execute.after`',
      compaction: '`session.compacted`',
    },
  },
  files: (place) => [fileOf(place, '')],
  plan: async ({ app: { place }, program }) => ({
    files: [fileOf(place, program)],
    next: ['Start OpenCode again: it loads plugins when it starts.'],
  }),
}
