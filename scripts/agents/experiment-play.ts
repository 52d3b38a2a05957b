import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Reply, Rule } from '../../src/scripted-model/script.ts'
import { serveMockModel } from '../../src/scripted-model/serve.ts'
import type { Trial } from '../../src/schema/experiment.ts'
import { readExperiment } from '../../src/store/experiments/experiment.ts'
import { openStore } from '../../src/store/open.ts'
import { prepareGiven } from './given.ts'
import { CACHE, type Installed } from './install.ts'
import type { Mode, Partner } from './partner.ts'
import { type Requests, slugOf } from './play.ts'
import { makeWorkplace, PROGRAM_FOLDERS, WARMSTART, type Workplace } from './workplace.ts'

/** A small paired experiment that an agent ran as its runner, and what the scripted model saw of it. */
export interface ExperimentPlay {
  /** How `experiment run` ended. */
  end: string
  trials: Trial[]
  /** The conversations of every task, by arm. */
  tasks: { prompt: string; cold: Requests; warm: Requests }[]
  /** A line of what the warm arm gives. */
  mark: string
  /** Files of the store and of the kept trials that hold the key. */
  filesWithKey: string[]
  /** Where the agent's own memory showed: words of requests, and files of its home. */
  memory: string[]
  /** Requests that hold words of the person's own instructions and skills. */
  foreign: number
}

/** Where agents look for instructions in every folder above their own. None of it may reach a trial. */
const PERSONS_WORDS = 'the-words-of-the-person-7731'
const PERSONS_FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', 'GEMINI.md', '.claude/CLAUDE.md', '.hermes.md', '.cursorrules'].map(
      (path) => [path, `${PERSONS_WORDS}\n`],
    ),
  ),
  '.claude/skills/x/SKILL.md': `---\nname: x\ndescription: ${PERSONS_WORDS}\n---\nx\n`,
  '.claude/agents/y.md': `---\nname: y\ndescription: ${PERSONS_WORDS}\n---\ny\n`,
}

/** The command that a trial runs before anything else. It leaves something that a trial with the same place or home would find. */
const LEAVES = `if [ -e left ] || [ -e "$HOME/left" ]; then echo found-what-${'"another left"'}; fi; touch left "$HOME/left"`
export const LEAK = 'found-what-another left'

/** Four sessions, each of which may take minutes where an agent fills its fresh home first. */
const LONGEST_MS = 20 * 60_000

const PROMPTS = [1, 2].map((number) => `Please write the number ${number} of the shop into out.txt.`)

/** Runs `warmstart experiment run` with the agent over two tasks in two arms. The scripted model does a task right only if it was told. */
export const playExperiment = async (
  { name }: Partner,
  mode: Mode,
  { program }: Installed,
): Promise<ExperimentPlay> => {
  const as = mode.asRunner
  if (as === undefined) throw new Error(`${name} is no runner`)
  const place = makeWorkplace(join(CACHE, 'play', `${slugOf(mode.title)}-experiment`))
  const { seedMark } = await prepareGiven(place)
  for (const [path, text] of Object.entries(PERSONS_FILES)) place.write(path, text)
  for (const [index, prompt] of PROMPTS.entries()) writeTask(place, index + 1, prompt)
  const server = await serveMockModel(
    {
      rules: PROMPTS.flatMap((prompt, index) => [
        ruleFor(mode, { words: [prompt, seedMark], command: `echo ${index + 1} > out.txt` }),
        ruleFor(mode, { words: [prompt], command: 'cat docs/numbers.md' }),
      ]),
      otherwise: { text: 'In short: numbers.' },
    },
    { keepRequests: 500 },
  )
  try {
    const { words, env } = as.reaches(server.address)
    const run = async (...line: string[]): Promise<string> => {
      const PATH = [dirname(program), ...PROGRAM_FOLDERS].join(delimiter)
      const { stdout, stderr, code } = await place.run(WARMSTART, line, {
        env: { ...env, PATH },
        timeoutMs: LONGEST_MS,
      })
      if (code !== 0) throw new Error(`warmstart ${line.join(' ')} ended with ${code}: ${stderr}`)
      return stdout
    }
    const runner = [name, ...words].join(' ')
    const arms = ['--arms', 'cold,warm', '--template', 'shop', '--model', as.model ?? mode.model]
    const planned = await run('experiment', 'plan', 'shop', '--tasks', 'tasks', '--runner', runner, ...arms, '--json')
    const passed = Object.keys(env).flatMap((name) => ['--pass-env', name])
    const ran = await run('experiment', 'run', 'shop', '--yes', '--json', ...passed)
    const { id } = JSON.parse(planned) as { id: string }
    const store = await openStore(`sqlite:${join(place.home, '.warmstart', 'warmstart.db')}`)
    const found = await readExperiment(store, id)
    await store.close()
    const files = filesIn(join(place.home, '.warmstart'))
    const asked = server.requests().filter(({ by }) => by.startsWith('rules'))
    return {
      end: (JSON.parse(ran) as { end: string }).end,
      trials: found?.trials ?? [],
      tasks: PROMPTS.map((prompt) => conversations(asked, prompt, seedMark)),
      mark: seedMark,
      filesWithKey: files.filter((path) => readFileSync(path).includes(as.key)),
      memory: [...asked.map(({ body }) => JSON.stringify(body)), ...files].flatMap(
        (text) => as.memory.exec(text)?.[0] ?? [],
      ),
      foreign: server.requests().filter(({ body }) => JSON.stringify(body).includes(PERSONS_WORDS)).length,
    }
  } finally {
    await server.close()
  }
}

const writeTask = ({ project }: Workplace, number: number, prompt: string): void => {
  const folder = join(project, 'tasks', `t${number}`)
  mkdirSync(folder, { recursive: true })
  const matter = [`check: test "$(cat out.txt)" = "${number}"`, `solution: echo ${number} > out.txt`, 'timeout: 240']
  writeFileSync(join(folder, 'task.md'), ['---', ...matter, '---', prompt, ''].join('\n'))
}

/** Only a request that offers tools is one of the conversation; others ask for a title. */
const ruleFor = (mode: Mode, { words, command }: { words: string[]; command: string }): Rule => {
  const callsOf = (line: string) => mode.write([{ kind: 'shell', command: line }])?.calls ?? []
  const replies: Reply[] = [
    { calls: callsOf(LEAVES), usage: { inputTokens: 1_000, outputTokens: 20 } },
    { calls: callsOf(command), usage: { inputTokens: 1_100, outputTokens: 30 } },
    { text: 'That is all.', usage: { inputTokens: 1_200, outputTokens: 10 } },
  ]
  const [first] = callsOf(command)
  return { when: { contextContains: words, offers: first?.tool ?? '' }, per: 'server', replies }
}

const conversations = (asked: Requests, prompt: string, mark: string): ExperimentPlay['tasks'][number] => {
  const own = asked.filter(({ body }) => JSON.stringify(body).includes(prompt))
  const isWarm = ({ body }: Requests[number]): boolean =>
    JSON.stringify(body).includes(JSON.stringify(mark).slice(1, -1))
  return { prompt, cold: own.filter((request) => !isWarm(request)), warm: own.filter(isWarm) }
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
