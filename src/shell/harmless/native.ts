import { isHarmlessTask } from './task-names.ts'
import { rule, type Rule } from './rule.ts'

/** Options of ctest that neither run another program nor write elsewhere. */
const CXX_TEST =
  '-V -VV -N -Q -j= -R= -E= -L= -LE= -C= --output-on-failure --verbose --test-dir= --parallel=? --timeout= --rerun-failed --repeat= --no-tests= --stop-on-failure --build-config= --preset= --show-only=? --progress --schedule-random --print-labels --tests-regex='

/** Configures into a directory for what is built, with switches and without programs of others; or builds known targets. */
const cmakeRefusal: NonNullable<Rule['refuses']> = (words, given) => {
  const targets = [...(given.get('--target') ?? []), ...(given.get('-t') ?? [])]
  if (given.has('--build')) {
    const places = words.filter((word) => !/^\d+$/.test(word))
    // Behind `--` stand words for the builder.
    const isKnown = places.length < 2 && targets.every((name) => name === 'all' || isHarmlessTask(name))
    return isKnown ? undefined : 'builds a target that is not known'
  }
  if (!words.every((word) => word === '..' || (word === '.' && given.has('-B'))) || targets.length > 0)
    return 'configures a build'
  const places = given.get('-B') ?? []
  if (places.length === 0 && words.length === 0 && !given.has('--preset') && !given.has('--list-presets'))
    return 'configures a build'
  if (!places.every((place) => BUILD_PLACE.test(place))) return 'writes over files'
  return (given.get('-D') ?? []).every((one) => SWITCH.test(one)) ? undefined : 'sets what is not known'
}

/** A directory for what is built. */
const BUILD_PLACE = /^(?:\.\/)?(?:[\w-]+\/)*_?(?:cmake-)?(?:build|out|bin)[\w-]*(?:\/[\w-]+)*\/?$/
const SWITCH =
  /^(?:CMAKE_BUILD_TYPE(?::STRING)?=\w+|CMAKE_(?:CXX|C)_STANDARD=\d+|(?!CMAKE_)[A-Z]\w{1,60}(?::BOOL)?=(?:ON|OFF|TRUE|FALSE|YES|NO|0|1)|(?:CMAKE_EXPORT_COMPILE_COMMANDS|CMAKE_VERBOSE_MAKEFILE|CMAKE_COMPILE_WARNING_AS_ERROR)=(?:ON|OFF|1|0))$/i

/** Options of a compiler that neither load a plug-in nor hand words to other programs, and a result that is no source. */
const compilerRefusal: NonNullable<Rule['refuses']> = (_, given) => {
  const has = (name: string, form: RegExp): boolean => (given.get(name) ?? []).every((value) => form.test(value))
  if (!has('-W', /^(?!l,|a,|p,)[\w+=-]+$/) || !has('-f', FEATURE)) return 'hands options to the compiler'
  if (!has('-m', /^[\w.=-]+$/) || !has('-O', /^[0-3sgz]$|^fast$/)) return 'hands options to the compiler'
  return has('-o', RESULT) ? undefined : 'writes over a file'
}
const FEATURE =
  /^(?:syntax-only|PIC|PIE|no-exceptions|exceptions|no-rtti|sanitize=[\w,-]+|diagnostics-color(?:=\w+)?|coverage|stack-protector[\w-]*|permissive|visibility=\w+|no-omit-frame-pointer|openmp|concepts|no-common|no-strict-aliasing)$/
const RESULT =
  /^(?:[\w-]+\/)*(?!Makefile$|makefile$|gradlew$|mvnw$|configure$|LICENSE$|README$|[A-Z][a-z]*file$)[\w-]+(?:\.(?:o|out|exe|so|a|bin))?$|^\/dev\/null$/

/** Builders, testers and checkers of C and C++. */
export const NATIVE_RULES: Record<string, Rule> = {
  cmake: rule(
    '--build=? --target= -t= --parallel=? -j= --config= --preset= --verbose -v --clean-first --list-presets=? -B= -S= -G= -D= -Wno-dev',
    { most: 2, refuses: cmakeRefusal },
  ),
  'gcc g++ cc c++ clang clang++': rule(
    '-c -S -E -M -MM -W= -f= -O= -I= -D= -U= -o= -l= -L= -m= -g -g3 -std= -shared -static -pthread -pedantic -pedantic-errors',
    { refuses: compilerRefusal },
  ),
  ctest: rule(CXX_TEST, { most: 0, single: true }),
  ninja: rule('-C= -j= -k= -v -n --verbose --quiet', { words: 'tasks', definedIn: 'build.ninja' }),
  meson: rule('', {
    subs: {
      test: rule(
        '-C= -j= -v --suite= --no-rebuild --print-errorlogs --verbose --timeout-multiplier= --num-processes= --repeat= --list --no-suite= --logbase= --benchmark',
      ),
      compile: rule('-C= -j= -v --verbose', { words: 'tasks', definedIn: 'meson.build' }),
      setup: rule('--buildtype= --reconfigure', {
        most: 1,
        refuses: ([place = '']) => (BUILD_PLACE.test(place) ? undefined : 'writes over files'),
      }),
    },
  }),
  'clang-format': rule(
    '-i -n -style= --style= --dry-run -Werror --Werror --verbose -fallback-style= --fallback-style= -assume-filename= --sort-includes',
    { single: true },
  ),
  'clang-tidy cppcheck cpplint': rule(
    '-p= -checks= --checks= -quiet --quiet --enable= --error-exitcode= --std= --inline-suppr --suppress= -j= --language= -header-filter= --header-filter= -warnings-as-errors= --filter= --recursive --force --project= -I=',
    { single: true },
  ),
}
