import type { Source } from '../../source.ts'

/** Sessions that we ran ourselves, in the store. That of the program itself is read by every sync, see `import-live.ts`. */
export const warmstart: Source = {
  name: 'warmstart',
  title: 'Warmstart',
  version: 2,
  shapes: ['database'],
  callIdsRepeat: false,
  // A command that ended with another code than 0 is an answer of the tool, not an error of it.
  flagIsComplete: false,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'yes',
    usage: 'yes',
    cost: 'no',
    compactions: 'yes',
    subagents: 'no',
    projects: 'yes',
    systemMessages: 'no',
  },
  // The place alone does not say which store is in use: flags and variables name it.
  locations: () => [],
  accepts: (path) => (/(^|\/)warmstart[^/]*\.db$/.test(path) ? 'database' : undefined),
  recognises: ({ shape, tables }) =>
    shape === 'database' && ['live_session', 'live_message'].every((table) => tables.includes(table)),
  reader: async () => ({ readDatabase: (await import('./read-database.ts')).readDatabase }),
}
