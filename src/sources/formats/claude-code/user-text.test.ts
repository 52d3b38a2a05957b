import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { personsWords, readTaskNotice } from './user-text.ts'

const reminder = '<system-reminder>Tidy up.</system-reminder>'

test('only what a person typed is taken for a person’s words', () => {
  const cases: [string, string | undefined][] = [
    ['Fix the basket.', 'Fix the basket.'],
    ['  Fix it.\n', 'Fix it.'],
    ['', undefined],
    [reminder, undefined],
    [`${reminder}\n${reminder}`, undefined],
    ['<system-reminder>cut off', undefined],
    [`${reminder}\nGo on.`, 'Go on.'],
    [`Go on.\n\n${reminder}`, 'Go on.'],
    [`<ide_opened_file>a.ts</ide_opened_file>${reminder} Go on.`, 'Go on.'],
    ['What does </system-reminder> mean?', 'What does </system-reminder> mean?'],
    ['ends with </system-reminder>', 'ends with </system-reminder>'],
    ['[Request interrupted by user]', undefined],
    ['[Request interrupted by user for tool use]', undefined],
    ['[1] is the first footnote', '[1] is the first footnote'],
    ['This session is being continued from a previous conversation that ran out of context.', undefined],
    ['<local-command-stdout>ok</local-command-stdout>', undefined],
    ['<task-notification>\n<task-id>b</task-id>', undefined],
    ['<bash-input>ls -l</bash-input>', '!ls -l'],
    ['<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>', undefined],
    ['<div> is not centred', '<div> is not centred'],
    ['<command-name>/clear</command-name>', '/clear'],
    ['<command-name>/clear</command-name>\n<command-args></command-args>', '/clear'],
    [
      '<command-message>x:y</command-message>\n<command-name>/x:y</command-name>\n<command-args> a b </command-args>',
      '/x:y a b',
    ],
    ['<command-name>plan</command-name>', '/plan'],
    ['<command-message>x</command-message>', undefined],
  ]
  for (const [text, words] of cases) assert.equal(personsWords(text), words, text)
})

test('a notice tells of the end of a background task', () => {
  const notice = (status: string, summary: string) =>
    `<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n<status>${status}</status>\n<summary>${summary}</summary>\n</task-notification>`
  const cases: [string, unknown][] = [
    [
      notice('completed', 'Background command "a" completed (exit code 0)'),
      { callId: 'toolu_1', status: 'completed', exitCode: 0 },
    ],
    [
      notice('failed', 'Background command "a" failed with exit code 12'),
      { callId: 'toolu_1', status: 'failed', exitCode: 12 },
    ],
    [
      notice('killed', 'Background command "exit code 3" was stopped'),
      { callId: 'toolu_1', status: 'killed', exitCode: undefined },
    ],
    ['<task-notification>\n<task-id>b1</task-id>\n<event>tick</event>', undefined],
    ['<status>completed</status>', undefined],
  ]
  for (const [text, expected] of cases) assert.deepEqual(readTaskNotice(text), expected, text)
})

test('any text, however built from tags, is read without a throw', () => {
  const pieces = fc.constantFrom(
    '<system-reminder>',
    '</system-reminder>',
    '<command-name>',
    '</command-args>',
    '<',
    'a ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
      const words = personsWords(parts.join(''))
      assert.ok(words === undefined || words.trim() === words || words.startsWith('!'))
      readTaskNotice(`<task-notification>${parts.join('')}`)
    }),
  )
})
