import { parseArgs } from 'node:util'
import { type Check, check } from './agents/checks.ts'
import { playDelivery, toldTitle } from './agents/delivery.ts'
import { checkExperiment } from './agents/experiment-checks.ts'
import { playExperiment } from './agents/experiment-play.ts'
import { findPartner, type Installed, installPartner } from './agents/install.ts'
import { isInside, namespaceWords, runInside } from './agents/namespace.ts'
import type { Mode, Partner } from './agents/partner.ts'
import { playLessons } from './agents/lesson-play.ts'
import { checkLessons } from './agents/lesson-checks.ts'
import { type Played, playMode } from './agents/play.ts'
import { PARTNERS } from './agents/registry.ts'
import { type Results, resultLines, writePage } from './agents/report.ts'
import { measureTextRung } from './agents/text-rung.ts'

/*
 * Plays the programs of other vendors against the scripted model, and holds what they write and are given against what we read and
 * give: npm run test:agents -- [AGENT...] [--fresh] [--install AGENT=VERSION] [--write]. Installs them first, outside the repository;
 * --fresh looks for newer versions, --write puts the results into docs/tried-with-real-agents.md.
 */
const main = async (words: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      fresh: { type: 'boolean', default: false },
      install: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
    },
  })
  const stranger = positionals.find((name) => !PARTNERS.some((partner) => partner.name === name))
  if (stranger !== undefined) {
    console.error(`there is no agent ${stranger}; there are ${PARTNERS.map(({ name }) => name).join(', ')}`)
    return 2
  }
  const partners = PARTNERS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  if (!isInside()) {
    for (const partner of partners) {
      const version = values.install.find((each) => each.startsWith(`${partner.name}=`))?.split('=')[1]
      console.error(`${partner.title}: ${statusText(installPartner(partner, { version, isFresh: values.fresh }))}`)
    }
    const before = namespaceWords()
    if (before !== undefined) return runInside(before, [import.meta.filename, ...words])
    console.error('this machine cannot give a program a network of its own (`unshare -n`): they run on loopback')
  }
  const results = await playAll(partners)
  for (const line of resultLines(results)) console.log(line)
  if (values.write) writePage(results, new Date().toISOString().slice(0, 10))
  return results.played.some(({ checks }) => checks.some(({ isOk }) => !isOk)) ? 1 : 0
}

const statusText = (found: Installed | string): string => (typeof found === 'string' ? found : found.version)

const playAll = async (partners: readonly Partner[]): Promise<Results> => {
  const results: Results = { played: [], left: [], textRungs: [], hasNamespace: isInside() }
  for (const partner of partners) {
    const found = findPartner(partner)
    if (typeof found === 'string') {
      results.left.push({ title: partner.title, reason: found })
      continue
    }
    for (const mode of partner.modes) {
      console.error(`playing ${mode.title} ${found.version}`)
      results.played.push(await played(mode.title, found, () => playAllOf(partner, mode, found)))
      if (mode.delivers === 'apart')
        results.played.push(await played(toldTitle(mode), found, () => playDelivery(partner, mode, found)))
      if (mode.keepsBareOutput === true) results.textRungs.push(await measureTextRung(partner, mode, found))
    }
  }
  return results
}

/** A play that breaks off is a result too: those of the others must not be lost with it. */
const played = async (title: string, { version }: Installed, play: () => Promise<Played>): Promise<Played> => {
  try {
    return await play()
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { title, version, checks: [check('session', 'the play came to its end', false, detail)], hooks: undefined }
  }
}

/** Lessons have a home and a project of their own, because their sessions must have made nothing but the one mistake. */
const playAllOf = async (partner: Partner, mode: Mode, found: Installed): Promise<Played> => {
  const whole = await playMode(partner, mode, found)
  const asRunner = mode.asRunner === undefined ? [] : await playAsRunner(partner, mode, found)
  const played = { ...whole, checks: [...whole.checks, ...asRunner] }
  if (played.hooks === undefined) return played
  const play = await playLessons(partner, mode, found)
  const hooks = { late: played.hooks.late + play.hooks.late, runs: played.hooks.runs + play.hooks.runs }
  return { ...played, checks: [...played.checks, ...checkLessons(play)], hooks }
}

const playAsRunner = async (partner: Partner, mode: Mode, found: Installed): Promise<Check[]> => {
  try {
    return checkExperiment(await playExperiment(partner, mode, found))
  } catch (error) {
    return [check('experiment', 'the experiment came to its end', false, error instanceof Error ? error.message : '')]
  }
}

process.exitCode = await main(process.argv.slice(2))
