import type { Address, Mode, Partner, Written } from '../partner.ts'
import type { Wanted } from '../scenario.ts'
import { writeEach } from '../write-each.ts'

const SERVER = 'mcp__warmstart'

/** Settings of a person: hooks of their own, and a provider that is our scripted model. */
const HOOKS = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}\n'

const configOf = ({ model }: Address): string => `model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
`

const patchOf = ({ path, old, new: text }: Extract<Wanted, { kind: 'edit' }>): string =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n-${old}\n+${text}\n*** End Patch\n`

/** One tool after another, as older models and gpt-5.5 call them. */
const writePlain = writeEach((wanted) => {
  switch (wanted.kind) {
    case 'shell':
      return { tool: 'exec_command', args: { cmd: wanted.command } }
    case 'edit':
      return { tool: 'apply_patch', input: patchOf(wanted) }
    case 'unknown-tool':
      return { tool: 'grepp', args: {} }
    case 'list-tools':
      return { tool: 'tool_search', args: { query: 'templates of earlier sessions' } }
    case 'mcp':
      return { tool: wanted.tool, namespace: SERVER, args: wanted.args, listedAs: `${SERVER}__${wanted.tool}` }
    case 'read':
      return undefined
  }
})

/** One script in which tools are called: what our reader lists are the calls inside it. */
const writeCode = (wanted: readonly Wanted[]): Written | undefined => {
  const written = wanted.map((one): [code: string, tool: string] | undefined => {
    switch (one.kind) {
      case 'shell':
        return [`tools.exec_command({cmd: ${JSON.stringify(one.command)}})`, 'exec_command']
      case 'edit':
        return [`tools.apply_patch(${JSON.stringify(patchOf(one))})`, 'apply_patch']
      case 'unknown-tool':
        return ['tools.grepp({})', 'grepp']
      case 'list-tools':
        return ["ALL_TOOLS.map((tool) => tool.name).join(' ')", 'exec']
      case 'mcp':
        return [`tools.${SERVER}__${one.tool}(${JSON.stringify(one.args)})`, `${SERVER}__${one.tool}`]
      case 'read':
        return undefined
    }
  })
  const known = written.filter((one) => one !== undefined)
  if (known.length < wanted.length) return undefined
  const [first = ''] = known.map(([code]) => code)
  const input =
    known.length === 1
      ? `const r = await ${first}; text(r.output ?? JSON.stringify(r))`
      : `const all = await Promise.all([${known.map(([code]) => code).join(', ')}]); for (const r of all) text(r.output)`
  return { calls: [{ tool: 'exec', input }], tools: known.map(([, tool]) => tool) }
}

const FLAGS = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust']

const modeOf = (title: string, model: string, write: Mode['write']): Mode => ({
  title,
  model,
  settings: (at) => ({ '.codex/config.toml': configOf(at), '.codex/hooks.json': HOOKS }),
  env: () => ({ SCRIPTED_KEY: 'made-up' }),
  write,
  ask: (message) => ['exec', ...FLAGS, '-m', model, message],
  goOn: (message, session) => [
    'exec',
    ...FLAGS,
    '-m',
    model,
    '-c',
    'model_auto_compact_token_limit=20000',
    'resume',
    session,
    message,
  ],
  compact: { usedTokens: 30_000 },
  addServer: (program) => ['mcp', 'add', 'warmstart', '--', program, 'mcp'],
  serverTool: 'warm_session',
  installs: '.codex/hooks.json',
  delivers: 'hooks',
  asRunner: {
    reaches: (address) => ({
      words: ['-c', `openai_base_url=${address}/v1`],
      env: { CODEX_API_KEY: 'made-up-key-of-codex' },
    }),
    key: 'made-up-key-of-codex',
    memory: /memory_summary|\.codex\/memories(?:_v\d+)?\//,
  },
  recordsVersion: true,
})

export const codex: Partner = {
  name: 'codex',
  title: 'Codex',
  program: { package: '@openai/codex', bin: 'codex' },
  modes: [
    modeOf('Codex', 'gpt-5.5', writePlain),
    { ...modeOf('Codex, code mode', 'gpt-6-astra', writeCode), keepsBareOutput: true },
  ],
}
