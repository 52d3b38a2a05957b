import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { directoryIn, personsWords, readClineText, readXmlCall, readXmlResult } from './cline-text.ts'

test('an exit code is read where the harness wrote one, and never guessed', () => {
  const roo = "Command executed in terminal within working directory '/w'. Exit code: 3\nOutput:\nno"
  assert.deepEqual(readClineText(roo, false), { text: 'no', exitCode: 3 })
  assert.deepEqual(readClineText('Command executed.\nOutput:\nfine', false), { text: 'fine' })
  const unknown =
    "Command executed in terminal within working directory '/w'. Exit code: <undefined, notify user>\nOutput:\nx"
  assert.deepEqual(readClineText(unknown, false), { text: 'x' })
  assert.equal(readClineText('the log says: Exit code: 3', false).exitCode, undefined)
})

test('only the words of the harness make an error or a refusal', () => {
  assert.equal(readClineText('The user denied this operation.', false).status, 'rejected')
  assert.equal(readClineText('{"status":"denied","feedback":"no"}', false).status, 'rejected')
  assert.equal(readClineText('{"status":"error","error":"no match"}', false).flag, 'error')
  assert.deepEqual(
    readClineText('The tool execution failed with the following error:\n<error>\ngone\n</error>', false),
    {
      text: 'gone',
      flag: 'error',
    },
  )
  assert.equal(readClineText('export const denied = "The user denied this operation."', false).status, undefined)
  assert.equal(readClineText('anything', true).flag, 'error')
})

test('a call that a model wrote in XML is read with its arguments', () => {
  const said = 'I edit.\n<write_to_file>\n<path>a.html</path>\n<content>\n<b>bold</b>\n</content>\n</write_to_file>'
  assert.deepEqual(readXmlCall(said), {
    tool: 'write_to_file',
    args: { path: 'a.html', content: '<b>bold</b>' },
    before: 'I edit.',
  })
  assert.equal(readXmlCall('use <some_element>\n inside'), undefined)
  assert.deepEqual(readXmlResult("[read_file for 'a[0].md'] Result:\nwords"), { tool: 'read_file', rest: 'words' })
  assert.equal(readXmlResult('[a note] of a person'), undefined)
})

test('what a person typed is found between what the harness added', () => {
  const details = '<environment_details>\n# Current Working Directory (/home/dev/shop) Files\n</environment_details>'
  assert.equal(personsWords(`<task>\nfix it\n</task>\n${details}`, true), 'fix it')
  assert.equal(personsWords('<user_input mode="act">fix it</user_input>', true), 'fix it')
  assert.equal(personsWords(`[ERROR] You did not use a tool\n${details}`, false), '')
  assert.equal(directoryIn(details), '/home/dev/shop')
})

test('no text makes a reader throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, flag) => {
      readClineText(text, flag)
      readXmlCall(`<read_file>\n${text}`)
      readXmlResult(`[read_file ${text}`)
      personsWords(text, flag)
    }),
  )
})
