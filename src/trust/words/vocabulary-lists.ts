/*
 * Words that we show, no matter who wrote them first. None of them is an order, a program that fetches or sends, or a name. A word that is
 * missing here is shown as a slot, which costs little; a word that should not be here could carry a message, so add with care.
 */

/** What projects call their tasks, and sub-commands of the programs that check, build and keep versions. */
export const TASK_WORDS = `
add all am amend analyze api app assemble audit auto backend base bench benchmark bin blame branch build bundle cache
check checkout checks ci clean clippy cmd codegen commit compile complete container core cov cover coverage debug
default dev diff dist docs doctest doctor dry e2e end env error example examples fast fetch fix fmt format formatting
frontend full gen generate help image images info init int integration kit lib lint linter list local log logs main
merge mod model mono network node notes only package packages parallel parse path perf pkg pr prepare prod project
quick rebase regression release remote report reset run schema script scripts server service shell show slow smoke
snapshot spec specs stage staging start stash stat state static status storybook style submodule suite switch sync
system tag target task tasks test tests tidy tool tools translations type typecheck types typing ui unit update
validate vendor verify version vet view watch web whole work workers workflow workspace workspaces worktree xtask`

/** Folders and files that most projects have, programs by which tasks are named, endings of files. */
export const PLACE_WORDS = `
actions admin angular ansible assets ava bash bat bats bazel biome c cart cc cfg changelog class classes client
clients cmake command commands common compiler component components compose conf config configs constants contrib
controllers cpp cs css csv cts cypress dart data database db deno django docker dockerfile dot dotnet entry entrypoint
errors es eslint esm ex exs extension extensions feature features field fields file files fish fixture fixtures flake
flask folder font fonts functions fuzz git github gitignore go golangci gradle gradlew graph graphql group groups h handler
handlers helpers home hooks hpp hs html i18n icons index ini input inputs interfaces internal ipynb ispec item items
java javascript jest js json jsonc jsonl jsx jvm karma keys kotlin kt lang layout layouts level license lines lite
locale locales lock lua make makefile maven md mdx media migration migrations mjs ml mocha mock mocks models module
modules mts mvnw mypy native nextest npm nunit nx openapi order orders output outputs page pages parser patch php phpunit
plugin plugins pnpm po poetry pom prettier processor products projects properties proto protos public py pyi pylint
pyproject pyright pytest python queries query rails rb react readme redis request requests requirements resource
resources response responses rest result results root route router routes rs rspec rst rubocop ruby ruff rust samples
sass sbt scala schemas scss sdk security services session sessions settings setup sh shared site snapshots sources sql
src stories strings styles subproject support svelte swift tables temp template templates terraform text theme tmp
toml tox ts tsbuildinfo tsc tsconfig tsup tsx turbo txt unittest unreleased url user users util utils uv v value
values views vite vitest vue wasm webpack widget widgets windows xml yaml yarn yml zig zsh`

/** Options of the programs that sessions run most. */
export const OPTION_WORDS = `
abbrev after annotate archive args author autofix backtrace bail band batch before bisect bits body boot browser bufs
bytes cached capture cascade cat changed color colors colour columns concurrency context count cpu cwd date dates days
decorate deep define depth detach detect directory dirs disable edit emit enable encoding engine exact except exclude
exit expand experimental extended fail failed failfast ff filter first flags follow footer forks frozen fuzzy glob
global greedy grep handles head header headers heads hidden host human in include incremental indent inline inspect
interactive isolated iterations jobs keep last length lf limit line links listen lockfile long lowercase machine
manifest map mark match max maxdepth maxfail measure memory merged min mindepth mode multiple name names no nocapture
noemit none null number numbers numstat offline onefailure oneline open optimize option options origin orphan outdir
outside oxlint pager pass passed patience pattern per percent persist pipe plain platform porcelain port prefer prefix
preset pretty preview print profile progress property prune quiet race raw reads record recurse recursive ref refs
reporter require rerun resolve reverse rich runner runs seconds seed select separator serial shard short shortstat
signal silent simple since single size skip skipped smart sort spaces stable stacktrace staged stats stderr stdin
stdout stop strict suites summary tail tb thread threads threshold time timeout timing timings title toolchain top
total trace track tracked tree trim unchanged unified unset unshallow unstable unstaged until untracked upstream
verbose verbosity wait warn warning warnings width with without word workdir write zero`

/** Fields and values of answers in JSON, and of arguments of tools. */
export const VALUE_WORDS = `
action active address age agent alias amount answer any array arrived asc at attribute attributes available balance
basic bool boolean bottom broken business by byte can cancelled card category cause center change char chars cheaper
child children city closed code completed condition conditions content contents copy cost country created credit
currency current customer damaged defective delayed deleted delivered desc description details device direction
discount document documents done draft duplicate duration economy elapsed email empty enabled ended entries eur event
events exchange exchanged exists expired expires explore extra false family faulty finished flag flight flights found
free from gbp general get has hash height high history hour hours icon id identifier ids inactive integer invalid is
key kind label language large latest left link location locked longer low lower matches matching medium member members
membership meta metadata method minute minutes missing mistake modified month more needed new next nodes not object
objects of offset ok old on one opened operation ordered other owner paid parent part parts payment payments pending
person phone place plan points position post price prices primary priority private product purpose quantity rank rate
read ready reason received reference refund refunded region regular remaining removed reservation reservations
restricted retry returned right role roles room round row rows sale same scope score search seat seats second section
shipped shipping side small source standard started step steps stock store street string success sum tags times
timestamp timezone to trip true two unknown updated upper urgent usa usd used username valid variant variants visible
way week weight wrong year years zip zone`

/** Rules that linters and compilers name. */
export const RULE_WORDS = `
arg assign assignment async attr await bodyclose cast clone comma complexity const curly dead deps dupe effects eqeqeq
errcheck exhaustive explicit floating gocritic gofmt goimports gosec govet import imports ineffassign lll misspell
misused needless noctx param params promises quotes redundant return returns revive semi shadow staticcheck typescript
undef unparam unsafe unused useless var variable vars`
