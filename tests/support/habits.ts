import type { Random } from '../../src/sample/random.ts'
import { edit, type Habit, type NativeCall, read, readError, shell, shellError } from './lesson-history.ts'

/** What a file tool says about a path that is not there. */
export const gone = (root: string): string => `File does not exist. Note: your current working directory is ${root}.`
/** A file tool is asked for a file that is not there. */
export const missingFile = (word: string, rate: number, root: string, instead?: string): Habit => ({
  word,
  rate,
  calls: [readError(`${root}/${word}`, gone(root)), ...(instead === undefined ? [] : [read(`${root}/${instead}`)])],
})
/** A file is looked for below a directory where the repository is not. */
export const wrongRoot = (word: string, rate: number, root: string, wrong: string, path: string): Habit => ({
  word,
  rate,
  calls: [readError(`${wrong}/${path}`, gone(root)), read(`${root}/${path}`)],
})
/** A file is too large to be read whole. */
export const tooLarge = (word: string, rate: number, root: string): Habit => ({
  word,
  rate,
  calls: [
    readError(
      `${root}/${word}`,
      'File content (31002 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit.',
    ),
    { ...read(`${root}/${word}`), input: { file_path: `${root}/${word}`, offset: 10, limit: 50 } },
  ],
})
/** A file is found only after several searches. */
export const lookedFor = (word: string, rate: number, root: string, path: string): Habit => ({
  word: '',
  rate,
  calls: [
    { tool: 'Grep', input: { pattern: word, path: root }, output: 'No matches found' },
    { tool: 'Grep', input: { pattern: `add${word}`, path: root }, output: 'No matches found' },
    shell(`rg -n ${word} src`, 'src/x: 1'),
    edit(`${root}/${path}`),
  ],
})

/** A path that a program of the shell does not find, and the command that is tried next. */
export const absent = (word: string, rate: number, command: string, output: string, next?: string): Habit => ({
  word,
  rate,
  calls: [shellError(command, output), ...(next === undefined ? [] : [shell(next)])],
})

/** A check that finds something, and passes after an edit. */
export const found = (word: string, rate: number, command: string, output: string, file: string): Habit => ({
  word,
  rate,
  calls: [shellError(command, output), edit(file), shell(command, 'ok')],
})

/** Many paths that few sessions ask for: they share a rate that falls from the first to the last. */
export const rarePaths = (root: string, paths: readonly string[], highest: number): Habit[] =>
  paths.map((path, index) => missingFile(path, highest / Math.sqrt(index + 1), root))

/** A tool that the agent does not have. */
export const noTool = (name: string, rate: number): Habit => ({
  word: name,
  rate,
  calls: [
    {
      tool: name,
      input: { pattern: 'total' },
      output: `<tool_use_error>Error: No such tool available: ${name}</tool_use_error>`,
      isError: true,
    },
  ],
})

export const noSkill = (name: string, rate: number): Habit => ({
  word: name,
  rate,
  calls: [
    {
      tool: 'Skill',
      input: { skill: name },
      output: `<tool_use_error>Unknown skill: ${name}</tool_use_error>`,
      isError: true,
    },
  ],
})

/** A check that fails behind a pipe which hides it. */
export const piped = (word: string, rate: number, command: string, output: string): Habit => ({
  word,
  rate,
  calls: [shell(command, output)],
})

/** A file that sessions miss until one of them writes it. From then on it is there, and nothing is to be said about it. */
export const createdLater = (path: string, root: string, at: number): Habit[] => [
  { ...missingFile(path, 0.2, root), word: '', until: at },
  {
    word: '',
    rate: 0.7,
    from: at,
    calls: [
      {
        tool: 'Write',
        input: { file_path: `${root}/${path}`, content: 'x' },
        output: `File created successfully at: ${root}/${path}`,
      },
      read(`${root}/${path}`),
    ],
  },
]

/** What goes wrong in one session only: names of its own, a red test, an empty search, a temporary file. */
export const ownMistakes =
  (root: string, folder: string, ending: string, test: (name: string) => NativeCall) =>
  (random: Random): NativeCall[] => {
    const name = Array.from({ length: 8 }, () => String.fromCharCode(97 + random.between(0, 25))).join('')
    const all: NativeCall[] = [
      readError(`${root}/${folder}/${name}.${ending}`, gone(root)),
      shellError(`rg -n ${name} ${folder}`, ''),
      test(name),
      shellError(`cat /tmp/${name}.txt`, `cat: /tmp/${name}.txt: No such file or directory`),
      shellError(`git checkout ${name}`, `error: pathspec '${name}' did not match any file(s) known to git`),
      shellError(`ls ${name}`, `ls: ${name}: No such file or directory`),
    ]
    // Outputs of builds and temporary files have the same name in every session, and teach nothing all the same.
    const passing: NativeCall[] = [
      shellError('cat /tmp/out.txt', 'cat: /tmp/out.txt: No such file or directory'),
      readError(`${root}/build/report.json`, gone(root)),
    ]
    return [...all.filter(() => random.chance(0.2)), ...passing.filter(() => random.chance(0.02))]
  }
