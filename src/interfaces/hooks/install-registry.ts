import { AppError } from '../../lib/error.ts'
import type { Installer } from './installer.ts'

/** Agents whose settings we write, each loaded when it is named. */
const INSTALLERS: Record<string, () => Promise<Installer>> = {
  'claude-code': async () => (await import('./claude-code/settings.ts')).claudeCodeSettings,
  codex: async () => (await import('./codex/settings.ts')).codexSettings,
  hermes: async () => (await import('./hermes/settings.ts')).hermesSettings,
}

/** Their names. */
export const INSTALLABLE = Object.keys(INSTALLERS)

export const installerNamed = async (agent: string): Promise<Installer> => {
  const load = Object.hasOwn(INSTALLERS, agent) ? INSTALLERS[agent] : undefined
  if (load !== undefined) return load()
  const close = INSTALLABLE.find((name) => agent !== '' && name.startsWith(agent.toLowerCase()))
  throw new AppError('usage', `there is nothing to install for ${agent}`, {
    hint: `${close === undefined ? '' : `did you mean ${close}? `}use one of: ${Object.keys(INSTALLERS).join(', ')}; for others \`warmstart load NAME --format skill\``,
  })
}
