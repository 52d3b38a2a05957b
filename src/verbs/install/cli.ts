import { answer } from '../../interfaces/cli/answer.ts'
import { existsSync } from 'node:fs'
import { AppError } from '../../lib/error.ts'
import type { InstallReport } from '../../interfaces/hooks/install.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { INSTALLABLE, WITHOUT_HOOKS } from '../../interfaces/hooks/install-registry.ts'
import { installAllLines, installLines } from './show.ts'
import { wrap } from '../../interfaces/cli/table.ts'

export const installCommand: Command = {
  name: 'install',
  summary: "write warmstart into an agent's settings, so that its sessions start warm",
  arguments: '[AGENT]',
  positionals: { least: 0, most: 1 },
  flags: {
    all: { type: 'boolean', help: 'every agent that was used on this machine' },
    undo: { type: 'boolean', help: 'take it out again: the files become what they were' },
    'dry-run': { type: 'boolean', help: 'show what would change and write nothing' },
    promote: {
      type: 'string',
      value: 'NAMES',
      help: 'also put these proposed templates to use, with commas between them: your yes to them',
    },
    template: { type: 'string', value: 'NAME', help: 'of hermes: the template that every session begins with' },
  },
  details: [
    'Adds to the settings and changes nothing else in them; shows the difference, keeps a backup beside the file, asks nothing.',
    'Running it again does nothing, or repairs the path after warmstart was moved. Files that are not understood are left alone.',
    `Agents: ${INSTALLABLE.join(', ')}. docs/install-hooks.md says what is written where, and what you have to do then.`,
    `Other agents: ${WITHOUT_HOOKS}.`,
  ],
  examples: [
    ['warmstart install claude-code', 'from the next session on'],
    ['warmstart install claude-code --promote shop-candidate', 'and put what was proposed to use'],
    ['warmstart install codex --dry-run', 'only look'],
    ['warmstart install --all', 'every agent that you use'],
    ['warmstart install hermes --template shop', ''],
    ['warmstart install claude-code --undo', ''],
  ],
  run: async (context) => {
    const { app } = context
    const isDryRun = context.isSet('dry-run')
    const isUndo = context.isSet('undo')
    if (context.isSet('all')) return installEverywhere(context, { isDryRun, isUndo })
    const agent = namedAgent(context)
    const promoted = isUndo || isDryRun ? [] : await promoteNamed(context, agent)
    const report = isUndo
      ? await (await import('../../interfaces/hooks/install-undo.ts')).undo(app, { agent, isDryRun })
      : await installFor(context, { agent, template: context.text('template'), isDryRun })
    await answer(context, report, (_, screen) => [
      ...promoted.flatMap((name) => wrap(`${name} is active.`, screen.width)),
      ...installLines(report, screen),
    ])
    if (!isUndo && !isDryRun) await (await import('../../interfaces/hooks/compile-hook.ts')).compileHook(agent)
    return EXIT.ok
  },
}

const namedAgent = ({ positionals: [agent] }: Context): string => {
  if (agent !== undefined) return agent
  throw new AppError('usage', 'which agent?', {
    hint: `name one of ${INSTALLABLE.join(', ')}, or say --all`,
  })
}

const installEverywhere = async (
  context: Context,
  wish: { isDryRun: boolean; isUndo: boolean },
): Promise<(typeof EXIT)[keyof typeof EXIT]> => {
  const { app } = context
  const other = ['promote', 'template'].find((flag) => context.text(flag) !== undefined)
  if (context.positionals.length > 0 || other !== undefined)
    throw new AppError('usage', `--all goes without ${other === undefined ? 'the name of an agent' : `--${other}`}`, {
      hint: 'leave one of them out',
    })
  const { installAll } = await import('../../interfaces/hooks/install-all.ts')
  const report = await installAll(app, { ...wish, store: () => storeIfAny(context) })
  await answer(context, report, installAllLines)
  if (!wish.isUndo && !wish.isDryRun) {
    const { compileHook } = await import('../../interfaces/hooks/compile-hook.ts')
    for (const { agent } of report.reports) await compileHook(agent)
  }
  return report.refused.length === 0 ? EXIT.ok : EXIT.failed
}

const installFor = async (
  context: Context,
  wish: { agent: string; template?: string | undefined; isDryRun: boolean },
): Promise<InstallReport> => {
  const { install } = await import('../../interfaces/hooks/install.ts')
  return install(context.app, { ...wish, store: () => storeIfAny(context) })
}

/**
 * Promotes before the settings change, but only after the settings and all names were checked: a refused install
 * changes nothing.
 */
const promoteNamed = async (context: Context, agent: string): Promise<string[]> => {
  const given = context.text('promote')
  if (given === undefined) return []
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0)
    throw new AppError('usage', '--promote needs a name', { hint: 'as in --promote shop-candidate' })
  await installFor(context, { agent, isDryRun: true })
  const [{ show }, { promote }] = await Promise.all([
    import('../list/templates-operation.ts'),
    import('../edit/templates-change-operation.ts'),
  ])
  const store = await storeIfAny(context)
  if (store === undefined)
    throw new AppError('no-such-template', `there is no store yet, and so no template ${names[0]}`, {
      hint: '`warmstart sync` and `warmstart propose` make some',
    })
  const { owner } = context.app
  for (const name of names) await show(store, { owner, name })
  const promoted: string[] = []
  for (const name of names) promoted.push((await promote(store, { owner, name, now: context.app.now() })).summary.name)
  return promoted
}

/** Opens the store only if there is one: changing settings must not create it. */
const storeIfAny = async ({ app, store }: Context) => {
  const path = app.storeAddress.startsWith('sqlite:') ? app.storeAddress.slice('sqlite:'.length) : undefined
  return path !== undefined && !existsSync(path) ? undefined : store()
}
