import { COMPILED_RULES } from './compiled.ts'
import { FILE_RULES } from './files.ts'
import { GIT_RULES } from './git.ts'
import { JAVASCRIPT_RULES } from './javascript.ts'
import { LANGUAGE_RULES, MACHINE_RULES } from './languages.ts'
import { JVM_RULES } from './jvm.ts'
import { NATIVE_RULES } from './native.ts'
import { OTHER_RULES, WRAPPER_RULES } from './others.ts'
import { PYTHON_MODULES, PYTHON_RULES } from './python.ts'
import { rule, type Rule } from './rule.ts'
import { TEST_FLAGS } from './test-flags.ts'

const TABLE: ReadonlyMap<string, Rule> = new Map(
  [
    FILE_RULES,
    GIT_RULES,
    JAVASCRIPT_RULES,
    PYTHON_RULES,
    COMPILED_RULES,
    NATIVE_RULES,
    JVM_RULES,
    OTHER_RULES,
    LANGUAGE_RULES,
    MACHINE_RULES,
    WRAPPER_RULES,
  ].flatMap((rules) =>
    Object.entries(rules).flatMap(([names, one]) => names.split(' ').map((name) => [name, one] as const)),
  ),
)

/** What is known to be harmless about a program; undefined where nothing is. */
export const ruleOf = (program: string): Rule | undefined => TABLE.get(program)

/** The rule of a tool that `python -m` starts. */
export const moduleRule = (module: string): Rule | undefined =>
  PYTHON_MODULES.has(module) ? TABLE.get(module) : undefined

/** Interpreters that take `-m MODULE`. */
export const PYTHONS: ReadonlySet<string> = new Set(['python', 'python3', 'py', 'pypy3'])

/** What may be given to a script of the project that is known by its name. */
export const SCRIPT_RULE: Rule = rule(TEST_FLAGS)
