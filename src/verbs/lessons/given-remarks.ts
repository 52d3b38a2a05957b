import type { App } from '../../app.ts'
import { renderRemark, type Screen } from '../../interfaces/cli/section.ts'
import { readRecord } from '../../interfaces/hooks/install-record.ts'
import { INSTALLABLE } from '../../interfaces/hooks/install-registry.ts'

/**
 * Remarks for a person who just accepted lessons: each lesson is withheld from some sessions, and whether hooks are
 * installed to give them.
 */
export const givenRemarks = ({ home }: Pick<App, 'home'>, screen: Screen): string[] => {
  const isInstalled = INSTALLABLE.some((agent) => readRecord(home, agent) !== undefined)
  return [
    ...renderRemark(WITHHELD, screen),
    ...(isInstalled
      ? []
      : renderRemark(
          'No hook is installed yet that gives them: `warmstart install AGENT`, or `warmstart install --all`.',
          screen,
        )),
  ]
}

const WITHHELD =
  'Each lesson is withheld from some sessions at random, so that its effect can be seen; `warmstart lessons holdout 0` turns that off.'
