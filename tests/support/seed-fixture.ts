import fc from 'fast-check'
import type { Template } from '../../src/schema/listing/template.ts'
import { convention, pattern, recovery, template, user, workflow } from '../../src/testing/made-templates.ts'
import { type Talk, withCallIds } from '../../src/testing/talk.ts'

export {
  convention,
  fullTemplate,
  pattern,
  recovery,
  template,
  user,
  workflow,
} from '../../src/testing/made-templates.ts'

/** Any text: letters, whole and half emoji, control characters, markup. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('\ud83d', '\u0000', '\n', '"', '<', '---', ' ', '\u2028', 'é', '|'),
    maxLength: 12,
  }),
)

const toolName = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('Bash', 'read_file', 'mcp__shop__find', 'exec-command') },
  { weight: 1, arbitrary: anyText },
)
const args = fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
const id = fc.constantFrom('aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', '')

const anyPattern = fc
  .record({ id, tool: toolName, arguments: args, intent: anyText, result: anyText, tokens: fc.nat(300) })
  .map((given) => pattern('any', given))

/** Templates of any content, with ids that come twice; never quite empty. */
export const anyTemplate: fc.Arbitrary<Template> = fc
  .record({
    name: anyText,
    description: anyText,
    patterns: fc.array(anyPattern, { maxLength: 5 }),
    workflows: fc.array(
      fc
        .record({ id, intent: anyText, steps: fc.array(anyPattern, { minLength: 2, maxLength: 4 }) })
        .map((given) => workflow([], given)),
      { maxLength: 2 },
    ),
    recoveries: fc.array(
      fc
        .record({ signature: anyText, strategy: anyText, failed: args, worked: args })
        .map(({ signature, ...given }) => recovery(signature, given)),
      { maxLength: 4 },
    ),
    conventions: fc.array(anyText.map(convention), { maxLength: 3 }),
    userPatterns: fc.constantFrom(null, user),
    addendum: anyText,
  })
  .map((given) =>
    template(given.patterns.length === 0 && given.addendum.trim() === '' ? { ...given, addendum: 'Be kind.' } : given),
  )

const visible = anyText.map((text) => `${text.toWellFormed()}.`)

/** Talks with parallel calls. */
export const anyTalk: fc.Arbitrary<Talk> = fc
  .record({
    system: fc.option(visible, { nil: undefined }),
    turns: fc.array(
      fc.record({
        user: visible,
        steps: fc.array(
          fc.array(fc.record({ tool: fc.constantFrom('Bash', 'read_file'), args, result: anyText }), {
            minLength: 1,
            maxLength: 3,
          }),
          { maxLength: 2 },
        ),
        answer: visible,
      }),
      { maxLength: 3 },
    ),
    open: fc.option(visible, { nil: undefined }),
  })
  .map(withCallIds)
