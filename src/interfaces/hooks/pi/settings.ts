import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { Installer } from '../installer.ts'
import { sealedFile } from '../sealed-file.ts'
import { extensionText } from './extension.ts'

const directoryOf = ({ home, env }: Place): string =>
  env['PI_CODING_AGENT_DIR']
    ? resolve(env['PI_CODING_AGENT_DIR'].replace(/^~(?=\/|$)/, home))
    : join(home, '.pi', 'agent')

const fileOf = (place: Place, program: string) =>
  sealedFile({
    name: 'warmstart.js',
    path: join(directoryOf(place), 'extensions', 'warmstart.js'),
    comment: '//',
    text: extensionText(program),
  })

/** Our extension in `~/.pi/agent/extensions`, beside those of others. */
export const settings: Installer = {
  agent: 'pi',
  title: 'pi',
  // No `program`: the name `pi` is too short to show that the agent is installed.
  directory: directoryOf,
  about: {
    writes: [['~/.pi/agent/extensions/warmstart.js', 'an extension']],
    movedBy: 'PI_CODING_AGENT_DIR',
    moments: {
      start: '`before_agent_start`, the first one',
      message: '`before_agent_start`',
      failure: '`tool_result`',
      compaction: '`session_compact`',
      end: '`session_shutdown`',
    },
  },
  files: (place) => [fileOf(place, '')],
  plan: async ({ app: { place }, program }) => ({
    files: [fileOf(place, program)],
    next: ['Start pi again, or type `/reload` in it.'],
  }),
}
