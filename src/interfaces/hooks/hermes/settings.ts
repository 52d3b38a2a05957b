import { basename, join, resolve } from 'node:path'
import { isRecord } from '../../../lib/json.ts'
import type { Place } from '../../../schema/place.ts'
import type { Installer, OwnFile, Wish } from '../installer.ts'
import { readSettings } from '../settings-file.ts'
import { putYaml, readYaml, takeYaml } from '../settings-yaml.ts'
import { choosePrefill, isOurPrefill } from './prefill.ts'

/** Hermes looks for a name without a directory in its home. */
const PREFILL_FILE = 'warmstart-prefill.json'
const SERVER = ['mcp_servers', 'warmstart'] as const
const PREFILL = ['prefill_messages_file'] as const
/** The older key, which Hermes' command line still reads if the other is not set. */
const OLD_PREFILL = ['agent', 'prefill_messages_file'] as const

/** `~/.hermes/config.yaml`: our MCP server, and the seed of a template as messages before every conversation. */
export const settings: Installer = {
  agent: 'hermes',
  title: 'Hermes Agent',
  takesTemplate: true,
  directory: (place) => directoryOf(place),
  program: 'hermes',
  about: {
    writes: [
      ['~/.hermes/config.yaml', '`mcp_servers.warmstart` and `prefill_messages_file`'],
      ['~/.hermes/warmstart-prefill.json', 'the seed of one template, readable by you alone'],
    ],
    movedBy: 'HERMES_HOME',
    moments: { start: '`prefill_messages_file`, the same for every session' },
  },
  files: (place) => [configFile(place), prefillFile(place)],
  plan: async (wish) => {
    const { app, program } = wish
    const [config, prefill] = [configFile(app.place), prefillFile(app.place)]
    const text = readSettings(config.path).text ?? ''
    const other = otherPrefill(text, config.path)
    const chosen = await choosePrefill(wish, { path: prefill.path, isFree: other === undefined })
    const put = (given: string): string => {
      const served = putServer(given, config.path, { program, env: app.place.env })
      const isNamed = chosen.text === undefined || isOurName(readYaml(served, { keys: PREFILL, path: config.path }))
      return isNamed ? served : putYaml(served, { keys: PREFILL, path: config.path }, PREFILL_FILE)
    }
    const files = [{ ...config, put }]
    const seed = chosen.text
    if (seed !== undefined) files.push({ ...prefill, put: () => seed })
    return { files, next: [...serverNotes(text, wish, config.path), ...otherNotes(other), ...chosen.notes] }
  },
}

const directoryOf = ({ home, env, platform }: Place): string => {
  if (env.HERMES_HOME !== undefined && env.HERMES_HOME !== '') return resolve(env.HERMES_HOME)
  return platform === 'win32'
    ? join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'hermes')
    : join(home, '.hermes')
}

const configFile = (place: Place): OwnFile => {
  const path = join(directoryOf(place), 'config.yaml')
  return {
    name: 'config.yaml',
    path,
    take: (text, original) => {
      const isServed = isOurServer(readYaml(text, { keys: SERVER, path }))
      const unserved = isServed ? takeYaml(text, { keys: SERVER, path }, original) : text
      const isNamed = isOurName(readYaml(unserved, { keys: PREFILL, path }))
      return isNamed ? takeYaml(unserved, { keys: PREFILL, path }, original) : unserved
    },
  }
}

const prefillFile = (place: Place): OwnFile => ({
  name: PREFILL_FILE,
  path: join(directoryOf(place), PREFILL_FILE),
  take: (text) => (isOurPrefill(text) ? undefined : text),
})

const isOurServer = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['command'] === 'string' &&
  basename(value['command']) === 'warmstart' &&
  Array.isArray(value['args']) &&
  value['args'].includes('mcp')

const isOurName = (value: unknown): boolean => typeof value === 'string' && basename(value) === PREFILL_FILE

/** Our entry keeps what the user added to it; another program's entry under our name is left alone. */
const putServer = (text: string, path: string, { program, env }: { program: string; env: Place['env'] }): string => {
  const found = readYaml(text, { keys: SERVER, path })
  if (found === undefined || found === null) return putYaml(text, { keys: SERVER, path }, serverEntry(program, env))
  if (!isOurServer(found) || (isRecord(found) && found['command'] === program)) return text
  return putYaml(text, { keys: [...SERVER, 'command'], path }, program)
}

/** Hermes passes servers almost nothing of its environment, so the entry names our home itself. */
const serverEntry = (program: string, env: Place['env']): Record<string, unknown> => {
  const home = env['WARMSTART_HOME']
  const command = { command: program, args: ['mcp'] }
  return home === undefined || home === '' ? command : { ...command, env: { WARMSTART_HOME: home } }
}

const serverNotes = (text: string, { app, program }: Wish, path: string): string[] => {
  const found = readYaml(text, { keys: SERVER, path })
  if (found !== undefined && found !== null && !isOurServer(found))
    return [`mcp_servers.warmstart in ${path} starts something else and was left alone; ours would be: ${program} mcp`]
  return [
    'Start Hermes again: it then has the tools of warmstart, if its MCP support is installed (`pip install mcp` beside it).',
    ...(app.place.env['WARMSTART_STORE']
      ? [
          'WARMSTART_STORE is not passed on, because it may hold a password: put it under mcp_servers.warmstart.env yourself.',
        ]
      : []),
  ]
}

/** The prefill file that the user has chosen, under either key. */
const otherPrefill = (text: string, path: string): string | undefined =>
  [PREFILL, OLD_PREFILL]
    .map((keys) => readYaml(text, { keys, path }))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '' && !isOurName(value))

const otherNotes = (other: string | undefined): string[] =>
  other === undefined
    ? []
    : [
        `prefill_messages_file names ${other} already and was left alone. \`warmstart load NAME --format hermes-prefill --into ${other}\` prints both as one.`,
      ]
