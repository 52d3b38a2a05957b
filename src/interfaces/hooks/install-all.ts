import type * as v from 'valibot'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { InstallAllReport as Shape } from '../../verbs/install/shape.ts'
import type { Connection } from '../../store/connection.ts'
import { install, type InstallReport, isUsed } from './install.ts'
import { readRecord } from './install-record.ts'
import { INSTALLABLE, installerNamed, WITHOUT_HOOKS } from './install-registry.ts'
import { undo } from './install-undo.ts'

export type InstallAllReport = v.InferOutput<typeof Shape>

interface Wish {
  isDryRun: boolean
  isUndo: boolean
  store(): Promise<Connection | undefined>
}

/**
 * Installs into every agent that was used on this machine, one after the other. A problem with one agent is reported
 * and does not stop the others.
 */
export const installAll = async (app: App, { isDryRun, isUndo, store }: Wish): Promise<InstallAllReport> => {
  const report: InstallAllReport = { isDryRun, isUndo, reports: [], refused: [], notUsed: [] }
  for (const agent of INSTALLABLE) {
    const installer = await installerNamed(agent)
    const isOurs = isUndo && readRecord(app.home, agent) !== undefined
    if (!isOurs && !isUsed(installer, app)) {
      report.notUsed.push(agent)
      continue
    }
    try {
      const done: InstallReport = isUndo
        ? await undo(app, { agent, isDryRun })
        : await install(app, { agent, isDryRun, store })
      report.reports.push(done)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Broken settings that hold nothing of ours do not concern us.
      if (isUndo && !isOurs) continue
      report.refused.push({ agent, code: error.code, message: error.message, hint: error.hint ?? null })
    }
  }
  if (report.reports.length + report.refused.length === 0 && !isUndo)
    throw new AppError('no-such-agent', 'none of the agents that warmstart can be written into was used here', {
      hint: `start one of them once (${INSTALLABLE.join(', ')}); for others ${WITHOUT_HOOKS}`,
    })
  return report
}
