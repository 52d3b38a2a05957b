import type { Command } from '../interfaces/cli/command.ts'

type Loader = () => Promise<Command>

/**
 * Every command, in the groups and the order of the help. A command is a folder here and a line below. It is loaded
 * only when it is called, so that the program starts fast.
 */
const GROUPS = {
  Begin: {
    start: async () => (await import('./start/cli.ts')).startCommand,
    sync: async () => (await import('./sync/cli.ts')).syncCommand,
    sources: async () => (await import('./sources/cli.ts')).sourcesCommand,
    doctor: async () => (await import('./doctor/cli.ts')).doctorCommand,
    completion: async () =>
      (await import('./completion/cli.ts')).completionCommand({ commands: COMMANDS, aliases: ALIASES }),
  },
  'Look around': {
    sessions: async () => (await import('./sessions/cli.ts')).sessionsCommand,
    session: async () => (await import('./session/cli.ts')).sessionCommand,
    search: async () => (await import('./search/cli.ts')).searchCommand,
    calls: async () => (await import('./calls/cli.ts')).callsCommand,
    explain: async () => (await import('./explain/cli.ts')).explainCommand,
    outcome: async () => (await import('./outcome/cli.ts')).outcomeCommand,
    owner: async () => (await import('./owner/cli.ts')).ownerCommand,
    project: async () => (await import('./project/cli.ts')).projectCommand,
  },
  'How reliable': {
    profile: async () => (await import('./profile/cli.ts')).profileCommand,
    'compress-check': async () => (await import('./compress-check/cli.ts')).compressCheckCommand,
    compare: async () => (await import('./compare/cli.ts')).compareCommand,
    report: async () => (await import('./report/cli.ts')).reportCommand,
  },
  'What to carry over': {
    lessons: async () => (await import('./lessons/cli.ts')).lessonsCommand,
    propose: async () => (await import('./propose/cli.ts')).proposeCommand,
    review: async () => (await import('./review/cli.ts')).reviewCommand,
    promote: async () => (await import('./promote/cli.ts')).promoteCommand,
    build: async () => (await import('./build/cli.ts')).buildCommand,
    extract: async () => (await import('./extract/cli.ts')).extractCommand,
    list: async () => (await import('./list/cli.ts')).listCommand,
    show: async () => (await import('./show/cli.ts')).showCommand,
    diff: async () => (await import('./diff/cli.ts')).diffCommand,
    history: async () => (await import('./history/cli.ts')).historyCommand,
    rollback: async () => (await import('./rollback/cli.ts')).rollbackCommand,
    edit: async () => (await import('./edit/cli.ts')).editCommand,
    retire: async () => (await import('./retire/cli.ts')).retireCommand,
    delete: async () => (await import('./delete/cli.ts')).deleteCommand,
  },
  'Give it to sessions': {
    install: async () => (await import('./install/cli.ts')).installCommand,
    select: async () => (await import('./select/cli.ts')).selectCommand,
    test: async () => (await import('./test/cli.ts')).testCommand,
    load: async () => (await import('./load/cli.ts')).loadCommand,
    ledger: async () => (await import('./ledger/cli.ts')).ledgerCommand,
    'report-outcome': async () => (await import('./report-outcome/cli.ts')).reportOutcomeCommand,
    mcp: async () => (await import('./mcp/cli.ts')).mcpCommand,
    hook: async () => (await import('./hook/cli.ts')).hookCommand,
  },
  'Does it help': {
    experiment: async () => (await import('./experiment/cli.ts')).experimentCommand,
    bench: async () => (await import('./bench/cli.ts')).benchCommand,
    dataset: async () => (await import('./dataset/cli.ts')).datasetCommand,
  },
  'Share it': {
    export: async () => (await import('./export/cli.ts')).exportCommand,
    import: async () => (await import('./import/cli.ts')).importCommand,
    keys: async () => (await import('./keys/cli.ts')).keysCommand,
  },
  'Run sessions': {
    run: async () => (await import('./run/cli.ts')).runCommand,
    chat: async () => (await import('./chat/cli.ts')).chatCommand,
    process: async () => (await import('./process/cli.ts')).processCommand,
    gateway: async () => (await import('./gateway/cli.ts')).gatewayCommand,
    cron: async () => (await import('./cron/cli.ts')).cronCommand,
    config: async () => (await import('./config/cli.ts')).configCommand,
    'mock-model': async () => (await import('./mock-model/cli.ts')).mockModelCommand,
  },
  'Without a store': {
    classify: async () => (await import('./classify/cli.ts')).classifyCommand,
    redact: async () => (await import('./redact/cli.ts')).redactCommand,
    gate: async () => (await import('./gate/cli.ts')).gateCommand,
    lint: async () => (await import('./lint/cli.ts')).lintCommand,
  },
} satisfies Record<string, Record<string, Loader>>

export const COMMANDS: Record<string, Loader> = Object.assign({}, ...Object.values(GROUPS))

/** The names of each group. */
export const COMMAND_GROUPS: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries(GROUPS).map(([group, commands]) => [group, Object.keys(commands)]),
)

/** Aliases of commands. */
export const ALIASES: Record<string, string> = {
  analyze: 'profile',
  'list-templates': 'list',
  'create-template': 'extract',
}
