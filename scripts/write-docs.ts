import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { COMMANDS } from '../src/verbs/registry.ts'
import { commandHelp, overview } from '../src/interfaces/cli/help.ts'
import { INSTALLABLE, installerNamed } from '../src/interfaces/hooks/install-registry.ts'
import { TOLD_MOMENTS } from '../src/interfaces/hooks/installer.ts'
import { AnyRecord } from '../src/schema/listing/words.ts'
import { CAPABILITY_NAMES } from '../src/sources/capability-names.ts'
import { SOURCES } from '../src/sources/registry.ts'
import { SHAPES } from './shapes.ts'

const docs = resolve(import.meta.dirname, '..', 'docs')

/** As wide as a terminal that nobody has made wider. */
const HELP_WIDTH = 80

const MADE = 'Made by `npm run docs`; edits are lost.'

/** What a check or a bound for finite numbers asks for, JSON Schema cannot say. */
const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  ignoreActions: ['check', 'finite'],
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema === AnyRecord ? { type: 'object', additionalProperties: {} } : shortened(jsonSchema),
}

/** A choice between plain types as one list of their names. */
const shortened = ({ anyOf, ...rest }: JsonSchema): JsonSchema | undefined => {
  const types = anyOf?.map((each) =>
    typeof each === 'object' && Object.keys(each).length === 1 ? each.type : undefined,
  )
  if (types?.every((type) => typeof type === 'string') !== true) return undefined
  return { type: types, ...rest } as JsonSchema
}

/** Every generated file below `docs/`, with what must be in it. */
const generated = async (): Promise<Map<string, string>> => {
  const files = new Map([
    ['commands.md', await commandsPage()],
    ['format/README.md', formatPage()],
    ['reading-other-agents.md', withPart('reading-other-agents.md', 'capabilities', capabilityTable())],
    ['install-hooks.md', withPart('install-hooks.md', 'files of agents', await agentFiles())],
    ['hooks.md', withPart('hooks.md', 'moments of agents', await agentMoments())],
  ])
  for (const { name, shape } of SHAPES) {
    const schema = toJsonSchema(shape, CONVERSION)
    files.set(`format/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`)
  }
  return files
}

const commandsPage = async (): Promise<string> => {
  const parts = ['# Commands', MADE, fenced(await overview(HELP_WIDTH))]
  for (const load of Object.values(COMMANDS)) {
    const command = await load()
    parts.push(`## ${command.name}`, fenced(await commandHelp(command, HELP_WIDTH)))
    for (const loadVerb of Object.values(command.verbs ?? {})) {
      const verb = await loadVerb()
      parts.push(`### ${verb.name}`, fenced(await commandHelp(verb, HELP_WIDTH)))
    }
  }
  parts.push(
    'What `--json` prints is described in [format](format/README.md), how commands end in [exit codes](exit-codes.md).',
  )
  return `${parts.join('\n\n')}\n`
}

const capabilityTable = (): string => {
  const names = Object.entries(CAPABILITY_NAMES)
  const rows = SOURCES.map(({ title, capabilities }) => {
    const cells = names.map(([key]) => capabilities[key as keyof typeof capabilities])
    return `| ${[title, ...cells].join(' | ')} |`
  })
  return [
    `| | ${names.map(([, title]) => title).join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n')
}

/** A page that people write, with the part between two marks that is made here. */
const withPart = (page: string, name: string, part: string): string => {
  const text = readFileSync(join(docs, page), 'utf8')
  const [begin, end] = [`<!-- ${name}: made by \`npm run docs\` -->`, `<!-- end of ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/${page} has no place for the ${name}`)
  return `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`
}

/** What `install` writes where, a row for each file of each agent. */
const agentFiles = async (): Promise<string> => {
  const rows: string[] = []
  for (const name of INSTALLABLE) {
    const { title, about } = await installerNamed(name)
    about.writes.forEach(([file, what], index) => {
      const [agent, command] = index === 0 ? [title, `\`${name}\``] : ['', '']
      rows.push(`| ${agent} | ${command} | \`${file}\` | ${what} | ${index === 0 ? movedText(about.movedBy) : ''} |`)
    })
  }
  return ['| agent | AGENT | file | what | moved by |', '|---|---|---|---|---|', ...rows].join('\n')
}

const movedText = (variable: string | undefined): string => (variable === undefined ? '' : `\`${variable}\``)

/** By what each agent tells each moment. */
const agentMoments = async (): Promise<string> => {
  const rows: string[] = []
  for (const name of INSTALLABLE) {
    const { title, about } = await installerNamed(name)
    const cells = TOLD_MOMENTS.map((moment) => about.moments[moment] ?? 'not told')
    rows.push(`| [${title}](../src/interfaces/hooks/${name}/README.md) | ${cells.join(' | ')} |`)
  }
  return [`| agent | ${TOLD_MOMENTS.join(' | ')} |`, `|---|${TOLD_MOMENTS.map(() => '---').join('|')}|`, ...rows].join(
    '\n',
  )
}

const fenced = (lines: readonly string[]): string => ['```text', ...lines, '```'].join('\n')

const formatPage = (): string => {
  const rows = SHAPES.map(
    ({ name, shape, where }) => `| [${name}](${name}.schema.json) | ${where} | ${v.getDescription(shape) ?? ''} |`,
  )
  const text = [
    '# What `--json` prints',
    MADE,
    'One JSON Schema (draft 2020-12) per shape. Fields are never renamed or removed within a major version; new ones may be added, so ignore those you do not know. Times are UTC. `null` means that it is not known or does not apply: unknown is not zero.',
    ['| shape | where | what |', '|---|---|---|', ...rows].join('\n'),
  ]
  return `${text.join('\n\n')}\n`
}

const wanted = await generated()
const leftOver = existsSync(join(docs, 'format'))
  ? readdirSync(join(docs, 'format'))
      .map((name) => `format/${name}`)
      .filter((name) => !wanted.has(name))
  : []

const isStale = ([name, text]: [string, string]): boolean => {
  const path = join(docs, name)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
}

const stale = [...wanted].filter(isStale)
if (process.argv.includes('--check')) {
  const names = [...stale.map(([name]) => name), ...leftOver].map((name) => relative('.', join(docs, name)))
  for (const name of names) process.stderr.write(`${name} is stale: run \`npm run docs\`\n`)
  process.exitCode = names.length > 0 ? 1 : 0
} else {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(docs, name)), { recursive: true })
    writeFileSync(join(docs, name), text)
  }
  for (const name of leftOver) rmSync(join(docs, name))
}
