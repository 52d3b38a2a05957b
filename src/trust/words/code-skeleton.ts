import { grouped } from '../../lib/number-text.ts'
/**
 * What a piece of code is, without a word of it: `(python, 12 lines, imports json and re)`. The language and the modules are named only
 * where they stand in our own lists; everything else in it may be anybody's.
 */
export const codeSkeleton = (code: string, language: unknown): string => {
  const looked = code.slice(0, LOOKED_AT_CHARS)
  const named = typeof language === 'string' ? LANGUAGES.get(language.toLowerCase()) : undefined
  const count = code.trimEnd().split('\n').length
  const lines = `${grouped(count)} ${count === 1 ? 'line' : 'lines'}`
  const modules = importsOf(looked)
  const imports = modules.length === 0 ? [] : [`imports ${modules.join(' and ')}`]
  return `(${[named ?? 'code', lines, ...imports].join(', ')})`
}

const LOOKED_AT_CHARS = 20_000
const LONGEST_LINE_CHARS = 200
const MOST_MODULES = 6

const importsOf = (code: string): string[] => {
  const found = new Set<string>()
  for (const whole of code.split('\n')) {
    const line = whole.slice(0, LONGEST_LINE_CHARS).trim()
    for (const name of namesIn(line)) {
      const module = name.replace(/^node:/, '').split(/[./]/, 1)[0] ?? ''
      if (MODULES.has(module)) found.add(module)
    }
  }
  // In the order of the alphabet: their order in the code would be somebody's too.
  return [...found].toSorted().slice(0, MOST_MODULES)
}

const namesIn = (line: string): string[] => {
  const from = FROM.exec(line)?.[1]
  if (from !== undefined) return [from]
  const quoted = QUOTED.exec(line)?.[1]
  if (quoted !== undefined) return [quoted]
  const list = LIST.exec(line)?.[1]
  return list === undefined ? [] : list.split(',').map((part) => part.trim().split(' ', 1)[0] ?? '')
}

const FROM = /^from ([A-Za-z_][\w.]{0,60}) import /
const QUOTED = /(?:^import |\bfrom |\brequire\()["']([\w:@./-]{1,60})["']/
const LIST = /^import ([A-Za-z_][\w., ]{0,180})$/

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  'python python3:python py:python ipython:python javascript js:javascript node:javascript typescript ts:typescript ruby perl lua julia r bash:shell sh:shell shell sql'
    .split(' ')
    .map((pair) => {
      const [name = '', known = name] = pair.split(':')
      return [name, known]
    }),
)

/** Modules that everybody has; none by which code fetches, sends or starts something. */
const MODULES: ReadonlySet<string> = new Set(
  `argparse array ast base64 bisect calendar collections contextlib copy csv dataclasses datetime decimal difflib enum fnmatch fractions
  functools glob gzip hashlib heapq html inspect io itertools json logging math operator os pathlib pickle pprint queue random re
  shutil sqlite3 statistics string struct sys tempfile textwrap time timeit tokenize traceback types typing unicodedata unittest uuid xml
  zipfile zlib zoneinfo
  matplotlib networkx numpy openpyxl pandas PIL polars pyarrow pydantic pytest scipy seaborn sklearn sympy torch yaml
  assert buffer crypto events fs path perf_hooks readline stream url util lodash zod`
    .trim()
    .split(/\s+/),
)
