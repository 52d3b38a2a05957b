import { absent, createdLater, found, missingFile, noTool, ownMistakes, piped, rarePaths, tooLarge } from '../habits.ts'
import { type MadeProject, read, rootOf, shell, shellError } from '../lesson-history.ts'

const root = rootOf('code/orchard')
const cop = (name: string, rate: number, message: string) =>
  found(
    name,
    rate,
    'bin/rubocop',
    `Inspecting 80 files\n.....C....\n\nOffenses:\n\napp/models/tree.rb:12:5: C: [Correctable] ${name}: ${message}\n    x = "a"\n        ^^^\n\n80 files inspected, 1 offense detected, 1 offense autocorrectable`,
    `${root}/app/models/tree.rb`,
  )

/** An orchard in Ruby on Rails, with RSpec and RuboCop. */
export const RUBY: MadeProject = {
  name: 'code/orchard',
  roots: [`${root}/.worktrees/7`],
  messages: ['Trees are counted twice.', 'Add a harvest report.', 'Speed the list up.'],
  chores: [
    shell('git status', ''),
    read(`${root}/Gemfile`),
    read(`${root}/app/models/tree.rb`),
    shell('bundle exec rspec', '80 examples, 0 failures'),
  ],
  once: ownMistakes(root, 'app/models', 'rb', (name) =>
    shellError(
      `bundle exec rspec -e ${name}`,
      `Failures:\n\n  1) Tree ${name}\n     Failure/Error: expect(1).to eq 2\n\nFailed examples:\n\nrspec ./spec/models/tree_spec.rb:12 # Tree ${name}`,
    ),
  ),
  habits: [
    ...rarePaths(
      root,
      [
        'app/services/harvest.rb',
        'test/test_helper.rb',
        'app/models/concerns/countable.rb',
        'config/database.yml',
        'spec/factories.rb',
        'app/controllers/api/trees_controller.rb',
      ],
      0.1,
    ),
    absent('rspec', 0.15, 'rspec spec/models', 'zsh:1: command not found: rspec', 'bundle exec rspec spec/models'),
    absent(
      'spec/requests/trees_spec.rb',
      0.08,
      'bundle exec rspec spec/requests/trees_spec.rb',
      `An error occurred while loading ./spec/requests/trees_spec.rb.\nFailure/Error: __send__(method, file)\n\nLoadError:\n  cannot load such file -- ${root}/spec/requests/trees_spec.rb\n\nFinished in 0.0002 seconds`,
    ),
    absent(
      'db:reseed',
      0.06,
      'bin/rails db:reseed',
      'Unrecognized command "db:reseed" (Rails::Command::UnrecognizedCommandError)',
      'bin/rails db:seed:replant',
    ),
    absent(
      'lint',
      0.06,
      'bundle exec rake lint',
      "rake aborted!\nDon't know how to build task 'lint' (See the list of available tasks with `rake --tasks`)",
      'bin/rubocop',
    ),
    absent(
      '--fail-fast-all',
      0.05,
      'bundle exec rspec --fail-fast-all',
      'invalid option: --fail-fast-all\n\nPlease use --help for a listing of valid options',
    ),
    absent(
      'harvests',
      0.05,
      'bin/rails runner "Harvest.count # harvests"',
      'PG::UndefinedTable: ERROR:  relation "harvests" does not exist',
    ),
    cop(
      'Style/StringLiterals',
      0.12,
      "Prefer single-quoted strings when you don't need string interpolation or special symbols.",
    ),
    cop('Metrics/MethodLength', 0.08, 'Method has too many lines. [14/10]'),
    cop('Layout/LineLength', 0.06, 'Line is too long. [130/120]'),
    missingFile('config/routes/api.rb', 0.08, root, 'config/routes.rb'),
    tooLarge('db/structure.sql', 0.06, root),
    noTool('Glob', 0.06),
    piped(
      'tail',
      0.2,
      'bundle exec rspec 2>&1 | tail -5',
      '80 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/models/tree_spec.rb:12 # Tree counts',
    ),
    ...createdLater('app/services/report.rb', root, 0.4),
  ],
}
