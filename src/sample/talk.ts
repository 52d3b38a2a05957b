/** What people and models say in sample sessions. `{noun}` and `{verb}` are filled in. */
export const TASKS: readonly string[] = [
  'The {noun} is wrong when somebody does {verb} twice. Please find out why and fix it.',
  'Add a limit to {verb} for every {noun}, with a test.',
  'Can you look at why {verb} is so slow for a large {noun}?',
  'Please rename the helper for the {noun} so that its name says what it does.',
  'The tests about the {noun} are flaky. Make them stable.',
  'Write down in the README how {verb} works.',
]

export const REPLIES: readonly string[] = [
  'Looks good. Now do the same for the {noun}.',
  'Why did you change the {noun}?',
  'Yes, go on.',
  'Please keep the old name, other people use it.',
  'Run the tests once more before you stop.',
  'Is {verb} still needed then?',
]

export const INTENTS: Readonly<Record<string, readonly string[]>> = {
  read: ['I look at how {verb} is done now.', 'First the file with the {noun}.', ''],
  search: ['Where is {verb} called from?', ''],
  edit: ['Now I change {verb} for the {noun}.', 'This line is the cause.', ''],
  test: ['I run the tests.', 'Does it hold?', ''],
  build: ['Let me see whether it still builds.', ''],
  retry: ['That did not work; another way.', 'I try that again.'],
  done: ['The {noun} is right now: {verb} is done once only.', 'Done. The tests pass.'],
}

export const SUMMARIES: readonly string[] = [
  'So far: the {noun} was read, {verb} changed in two files, tests are green. Open: the README.',
  'Goal: make {verb} safe for the {noun}. Done: reading, first edit. Next: tests.',
]

/** Commands that fail through no fault of the model, and what they print. */
export const TROUBLE: readonly { command: string; prints: string; exitCode: number }[] = [
  {
    command: 'npm install left-align',
    prints:
      'npm error code ENOTFOUND\nnpm error network request to https://packages.example/left-align failed, reason: getaddrinfo ENOTFOUND packages.example',
    exitCode: 1,
  },
  {
    command: 'git fetch origin',
    prints: "fatal: unable to access 'https://git.example/project.git/': Could not resolve host: git.example",
    exitCode: 128,
  },
  { command: 'jq .version package.json', prints: 'bash: jq: command not found', exitCode: 127 },
  {
    command: 'curl -fsS https://status.example/health',
    prints: 'curl: (28) Connection timed out after 30001 milliseconds',
    exitCode: 28,
  },
  { command: 'cat /etc/shadow', prints: 'cat: /etc/shadow: Permission denied', exitCode: 1 },
]

/** Commands a careful person says no to. */
export const REFUSED: readonly string[] = [
  'git push --force',
  'rm -rf build dist',
  'npm publish',
  'git reset --hard HEAD~3',
]
