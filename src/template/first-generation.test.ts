import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { draftFirstGeneration } from './first-generation-draft.ts'
import { type OldKind, readFirstGeneration } from './first-generation.ts'

const terminal = (command: string, more: Record<string, unknown> = {}) => ({
  tool_name: 'terminal',
  arguments: { command },
  result_summary: JSON.stringify({ output: `${command}: 12 done`, exit_code: 0, error: null }),
  preceding_context: `please ${command}`,
  pattern_type: 'init',
  success_count: 9,
  session_types: ['code'],
  ...more,
})

const drafted = (value: unknown) => {
  const old = readFirstGeneration(value)
  assert.ok(old !== undefined)
  return draftFirstGeneration(old)
}

suite('the four sorts of files are known by what they hold', () => {
  const FILES: [kind: OldKind, value: unknown][] = [
    ['patterns', { name: 'a', patterns: [terminal('make')], version: 2 }],
    ['patterns', { name: 'a', patterns: [], system_prompt_addendum: 'Use tabs.' }],
    ['profile', { template_id: 'warm_12345678', tool_patterns: [{ tool_name: 'terminal', common_args: {} }] }],
    ['examples', { name: 'code_12345678_1', task_type: 'code', examples: [terminal('make')] }],
    ['seed', { id: 'warm_20260101_101010', system_context: 'Be brief.', tool_examples: [] }],
    ['seed', { name: 'x', seed: { tool_examples: [{ tool: 'terminal', args: { command: 'ls' }, output: 'a' }] } }],
  ]
  for (const [kind, value] of FILES) test(kind, () => assert.equal(readFirstGeneration(value)?.kind, kind))

  const OTHERS: unknown[] = [
    null,
    7,
    [],
    {},
    { name: 'package', version: '1.0.0', dependencies: {} },
    { sessions: [{ id: 1 }] },
    { name: 'x', patterns: ['*.ts', '*.js'] },
    { role: 'user', content: 'hello' },
  ]
  for (const value of OTHERS)
    test(`not ${JSON.stringify(value)}`, () => assert.equal(readFirstGeneration(value), undefined))
})

test('real calls are kept with what they were for, their figures are not', () => {
  const { version, dropped } = drafted({
    name: 'shop',
    description: 'what\nworks',
    tags: ['Go', 'Go', ''],
    patterns: [terminal('make test'), terminal('make lint', { pattern_type: 'odd', preceding_context: '' })],
    system_prompt_addendum: ' Use tabs. ',
    source_session_ids: ['s-1', 's-2'],
    metrics: { sessions_scanned: 40, sessions_qualified: 3, avg_proficiency_gain: -0.4 },
  })
  assert.deepEqual(dropped, [])
  const [first, second] = version.draft.patterns
  assert.equal(first?.tool, 'terminal')
  assert.deepEqual(first?.arguments, { command: 'make test' })
  assert.equal(first?.intent, 'please make test')
  assert.match(first?.result ?? '', /make test: 12 done/)
  assert.equal(first?.type, 'init')
  assert.deepEqual([first?.support, first?.uses, first?.successRate], [0, 0, null])
  assert.match(first?.reason ?? '', /words/)
  assert.deepEqual(first?.sessionTypes, ['code'])
  assert.deepEqual([second?.type, second?.intent, second?.intentFrom], ['sequence', 'make lint', 'shape'])
  assert.deepEqual([version.description, version.tags], ['what works', ['Go']])
  assert.equal(version.draft.addendum, 'Use tabs.')
  assert.deepEqual(version.draft.sourceSessions, ['s-1', 's-2'])
  assert.equal(version.draft.metrics.sessionsScanned, 40)
  assert.equal(version.draft.metrics.avgProficiencyGain, null)
})

suite('what was made up or did not work is dropped, with the reason', () => {
  const CASES: [reason: string, call: Record<string, unknown>][] = [
    ['invented result', terminal('make', { result_summary: 'Success: Operation completed successfully.' })],
    ['invented result', terminal('make', { result_summary: 'Command executed successfully' })],
    ['invented result', terminal('make', { result_summary: 'OK' })],
    ['no result', terminal('make', { result_summary: ' ' })],
    ['no result', terminal('make', { result_summary: undefined })],
    ['no arguments', terminal('make', { arguments: {} })],
    ['no arguments', terminal('make', { arguments: undefined })],
    ['did not work', terminal('make', { success: false })],
    ['did not work', terminal('make', { result_summary: '{"output": "", "exit_code": 2, "error": null}' })],
    ['bookkeeping of the agent', { ...terminal('x'), tool_name: 'memory', arguments: { action: 'add' } }],
  ]
  for (const [reason, call] of CASES)
    test(`${reason}: ${JSON.stringify(call['result_summary'])} ${JSON.stringify(call['arguments'])}`, () => {
      const { version, dropped } = drafted({ name: 'a', patterns: [terminal('make test'), call] })
      assert.deepEqual(dropped, [{ reason, count: 1 }])
      assert.equal(version.draft.patterns.length, 1)
    })

  test('one result for every call is nobody’s', () => {
    const same = { result_summary: 'Fetched the data 42' }
    const { dropped } = drafted({
      name: 'a',
      patterns: [
        terminal('make', same),
        terminal('make test', same),
        { ...terminal('x', same), tool_name: 'execute_code', arguments: { code: 'print(1)' } },
      ],
    })
    assert.deepEqual(dropped, [{ reason: 'invented result', count: 3 }])
  })

  test('ways out of errors in words alone, and markers that are none', () => {
    const { version, dropped } = drafted({
      template_id: 'warm_12345678',
      tool_patterns: [{ tool_name: 'terminal', common_args: {}, success_rate: 1, error_recovery: 'try again' }],
      recovery_patterns: [{ error_type: 'x', error_message_pattern: 'y', recovery_strategy: 'z', success_rate: 1 }],
      user_patterns: {
        request_style: 'direct',
        feedback_style: 'odd',
        common_domains: ['coding'],
        preferred_tools: ['terminal'],
      },
      context_markers: ['src/a.ts', 'https://a.example/b', 'two words', 'src/a.ts'],
    })
    assert.deepEqual(dropped, [
      { reason: 'marker that is no path or address', count: 1 },
      { reason: 'no result', count: 1 },
      { reason: 'way out of an error without a call', count: 2 },
    ])
    assert.equal(version.draft.recoveries.length, 0)
    assert.equal(version.draft.userPatterns?.requestStyle, 'direct')
    assert.equal(version.draft.userPatterns?.feedbackStyle, null)
    assert.deepEqual(version.draft.contextMarkers, [
      { kind: 'path', value: 'src/a.ts', count: 2 },
      { kind: 'url', value: 'https://a.example/b', count: 1 },
    ])
  })

  test('of pages and files only the size is kept', () => {
    const page = {
      ...terminal('x', { result_summary: 'words of others' }),
      tool_name: 'web_fetch',
      arguments: { url: 'https://a.example' },
    }
    const [pattern] = drafted({ name: 'a', patterns: [page] }).version.draft.patterns
    assert.deepEqual([pattern?.result, pattern?.resultIs], ['(15 characters, not shown)', 'size'])
  })
})

test('whatever a file holds, it is read or passed over, and never thrown at', () => {
  const names = fc.constantFrom(
    'name',
    'patterns',
    'examples',
    'tool_patterns',
    'task_type',
    'seed',
    'user_patterns',
    'context_markers',
    'metrics',
    'system_context',
    'tool_name',
    'arguments',
    'result',
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(names, value, { maxKeys: 6 }), (file) => {
      const old = readFirstGeneration(file)
      if (old !== undefined) assert.deepEqual(draftFirstGeneration(old), draftFirstGeneration(old))
    }),
    { numRuns: 500 },
  )
})
