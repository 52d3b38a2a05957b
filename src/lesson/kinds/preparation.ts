import type { LessonCall } from '../facts.ts'
import { hasWorked } from '../facts.ts'
import type { Sighting } from '../sighting.ts'
import { bareCommands } from './bare-command.ts'
import { type Candidate, LOOK_CALLS } from './remedy.ts'

/**
 * The step that made the same command work: a failed command worked later, unchanged, and between the two the session
 * installed or initialised something. The step is told in our own words, because installing runs code of others.
 */
export const preparations = ({ conversation, index, call }: Sighting): Candidate[] => {
  const failed = new Set(bareCommands(call).map(({ text }) => text))
  if (failed.size === 0) return []
  const after = conversation.calls.slice(index + 1, index + 1 + LOOK_CALLS)
  const again = after.findIndex((next) => hasWorked(next) && bareCommands(next).some(({ text }) => failed.has(text)))
  if (again < 0) return []
  const steps = after.slice(0, again + 1).flatMap((next) => stepsIn(next, failed))
  return steps.slice(-1)
}

const stepsIn = (call: LessonCall, failed: ReadonlySet<string>): Candidate[] =>
  hasWorked(call)
    ? bareCommands(call).flatMap(({ text }) => {
        const advice = failed.has(text) ? undefined : STEPS.find(([pattern]) => pattern.test(text))?.[1]
        return advice === undefined ? [] : [{ text: advice, call }]
      })
    : []

const DEPENDENCIES = 'install the dependencies first'

/** Steps without the name of a package: who adds a package does something else. */
const STEPS: readonly [RegExp, string][] = [
  [/^(?:npm|pnpm|yarn|bun) (?:ci|install|i)(?: -{1,2}\S+)*$|^yarn(?: --\S+)*$/, DEPENDENCIES],
  [/^(?:bundle|composer|poetry|pipenv|pdm|pod) (?:install|sync)(?: -{1,2}\S+)*$/, DEPENDENCIES],
  [/^(?:uv|rye) sync\b|^(?:uv )?pip3? install (?:-r \S+|-e \S+)/, DEPENDENCIES],
  [
    /^(?:mix deps\.get|dotnet restore|flutter pub get|dart pub get|swift package resolve|go mod download)\b/,
    DEPENDENCIES,
  ],
  [/^(?:mise|asdf) install$/, 'install the tools of the project first'],
  [/^dotnet tool restore\b/, 'restore the local tools first'],
  [/^(?:terraform|tofu|terragrunt)(?: -chdir=\S+)? init\b/, 'run its `init` first'],
  [/^(?:\S+ (?:exec )?)?playwright install\b/, 'install the browsers of Playwright first'],
  [
    /\b(?:db:migrate|manage\.py migrate|artisan migrate|ecto\.migrate|prisma migrate (?:dev|deploy))$/,
    'run the migrations first',
  ],
  [/^git submodule update\b.* --init|^git submodule update --init/, 'fetch the submodules first'],
]

/** Whether this is one of our sentences about a step. */
export const isPreparation = (text: string): boolean => STEPS.some(([, advice]) => advice === text)
