import { AppError } from '../../lib/error.ts'
import type { Installer } from './installer.ts'
import { agentsWith, partOf } from './registry.ts'

/** Agents whose settings we write. */
export const INSTALLABLE = agentsWith('settings')

/** Advice for agents without hooks and plugins: files that nearly all agents read. */
export const WITHOUT_HOOKS =
  '`warmstart lessons write AGENTS.md` puts lessons into a file that most agents read, `warmstart load NAME --format skill` writes a template as a skill'

export const installerNamed = async (agent: string): Promise<Installer> => {
  const installer = await partOf(agent, 'settings')
  if (installer !== undefined) return installer as Installer
  const close = INSTALLABLE.find((name) => agent !== '' && name.startsWith(agent.toLowerCase()))
  throw new AppError('usage', `warmstart cannot write the settings of ${agent}`, {
    hint:
      close === undefined
        ? `use one of: ${INSTALLABLE.join(', ')}; for others ${WITHOUT_HOOKS}`
        : `did you mean ${close}?`,
  })
}
