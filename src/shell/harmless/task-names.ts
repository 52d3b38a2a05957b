/**
 * Whether a task of a project (`npm run NAME`, `make NAME`) is known by its name to test, check, format or build. Every word of the
 * name must be on the list: `test:unit` is, `deploy-test` is not.
 */
export const isHarmlessTask = (name: string): boolean => {
  if (name.length > 80 || !/^[A-Za-z][\w:./+@-]*$/.test(name)) return false
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  return (
    (name === 'all' || words.some((word) => TASKS.has(word))) &&
    words.every((word) => TASKS.has(word) || QUALIFIERS.has(word) || (words.includes('build') && BUILDS.has(word)))
  )
}

/** The name of a script in the project that is known in the same way: `scripts/test.sh`, `bin/lint`. */
export const isHarmlessScript = (path: string): boolean => {
  const [name = '', ...folders] = path.replace(/^\.\//, '').split('/').toReversed()
  const bare = name.replace(/\.(?:sh|bash|py|mjs|cjs|js|ts|rb)$/, '')
  return isHarmlessTask(bare) && folders.every((folder) => /^[\w-]+$/.test(folder))
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

/** What a task does. At least one of these stands in the name. */
const TASKS = wordsOf(`
  test tests testing spec specs unit integration int integ e2e smoke lint lints linting linter fmt format formatting formatted build builds
  compile check checks checking type types typecheck typechecking typings tsc ci bench benchmark benchmarks benches docs doc
  coverage cov verify validate validation style static analysis analyze analyse quality vet clippy eslint prettier biome stylelint
  ruff mypy pytest jest vitest mocha playwright cypress rspec rubocop phpunit phpstan golangci shellcheck markdownlint spellcheck
  spelling render codegen generate gen ktlint detekt spotless checkstyle spotbugs spotlesscheck oxlint knip pyright flake8 black isort pylint nextest tidy help
`)

/** Of a build only: for whom it is made. */
const BUILDS = wordsOf('prod production dist static storybook android ios registry')

/** Words that only say of what, how or where. */
const QUALIFIERS = wordsOf(`
  a all and api app apps assets assert back backend bin browser bundle c changed chrome cjs cli client code common component
  components contract core cpp css debug default dev diff driver e end engine esm example examples extended extra fast features
  file files fix firefox for front frontend full func functional go gradle html http image in internal java js json jvm kotlin
  lib library libs linux local mac macos main markdown md min mobile module modules native no node nocache once only os package
  packages parallel php pkg plugin plugins postgres preview py python quick race react regression report ruby run rust sanity schema schemas
  scala script scripts sdk self server services shared shell short single site slow snapshot snapshots source sql sqlite src
  staged strict suite swift system target to toml ts typescript ui update verbose vue wasm watch web webkit website windows with
  without work workspace workspaces yaml yml x k
`)
