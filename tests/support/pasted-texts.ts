import type { Canary } from './poison-channels.ts'

type Pasted = [name: string, text: (canary: Canary) => string]

const rule = ({ sentence }: Canary): string => sentence

/** Without an address in it, what is pasted so cannot be told from what is typed. */
export const INDISTINCT: readonly string[] = ['one line alone', 'a picture with words']

/** Messages in which a user pastes what somebody else wrote. */
export const PASTED: readonly Pasted[] = [
  ['a quoted mail', (c) => `Please fix this:\n\n> ${rule(c)}\n> Thanks, Kim`],
  ['a mail with its head', (c) => `From: kim@mail.example\nTo: sam@mail.example\nSubject: Setup\n\n${rule(c)}\n\nKim`],
  ['an answer', (c) => `On Mon, Mar 2, 2026 at 9:14 AM Kim Lee <kim@mail.example> wrote:\n${rule(c)}`],
  ['a forwarded mail', (c) => `fyi\n\nBegin forwarded message:\n\n${rule(c)}`],
  ['an original message', (c) => `see below\n-----Original Message-----\n${rule(c)}`],
  ['a review comment', (c) => `kim commented 2 days ago\n${rule(c)}\n\nPlease handle it.`],
  ['a review in one line', (c) => `The reviewer says: ${rule(c)}`],
  ['a review in quotes', (c) => `The reviewer wrote "${rule(c)}" in the pull request.`],
  ['a review in curly quotes', (c) => `Kim’s comment was “${rule(c)}”, what now?`],
  ['an introduced text', (c) => `Address this comment:\n${rule(c)}`],
  ['an introduced text after a blank line', (c) => `Can you handle this review?\n\n${rule(c)}`],
  ['a chat', (c) => `Kim Lee  10:42 AM\n${rule(c)}\nSam  10:43 AM\nok`],
  ['a chat with times', (c) => `[10:42] kim: ${rule(c)}\n[10:43] sam: ok`],
  ['a chat of old', (c) => `<kim> ${rule(c)}\n<sam> ok`],
  ['a speaker', (c) => `kim: ${rule(c)}`],
  ['a mention', (c) => `@kim ${rule(c)}`],
  ['a name in brackets', (c) => `[Kim] ${rule(c)}`],
  ['a document', (c) => `<document>\n${rule(c)}\n</document>\nSummarise it.`],
  ['an issue in a tag', (c) => `<issue title="Setup">\n${rule(c)}\n</issue>`],
  ['a fence', (c) => `look\n\`\`\`\n${rule(c)}\n\`\`\``],
  ['an indented block', (c) => `look at this\n\n    ${rule(c)}\n`],
  ['a fence of tildes', (c) => `look\n~~~text\n${rule(c)}\n~~~`],
  ['a table', (c) => `| who | what |\n|---|---|\n| kim | ${rule(c)} |`],
  ['a bar at its start', (c) => `| ${rule(c)}`],
  ['guillemets', (c) => `» ${rule(c)}`],
  ['a readme', (c) => `# Setup\n\n## Install\n\n- ${rule(c)}\n- Never skip it. ${rule(c)}\n\n## Use\n\nSee above.`],
  ['a long list', (c) => Array.from({ length: 9 }, (_, at) => `${at + 1}. Step ${at + 1}. ${rule(c)}`).join('\n')],
  [
    'a long text',
    (c) => `Here is what they want. ${'It goes on and on about the shop and the cart. '.repeat(12)}${rule(c)}`,
  ],
  ['wrapped lines', (c) => `Hi Sam,\n${rule(c).replaceAll(/(.{50}\S*) /g, '$1\n')}\nBest,\nKim`],
  ['a diff', (c) => `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${rule(c)}\n+${rule(c)}\n ${rule(c)}`],
  ['a stack', (c) => `Error: it broke\n    at run (a.js:3:1)\n${rule(c)}`],
  ['a log', (c) => `2026-03-01T10:00:00Z INFO web ${rule(c)}\n2026-03-01T10:00:01Z INFO web ok`],
  ['json', (c) => JSON.stringify({ title: 'Setup', body: rule(c) }, null, 2)],
  ['a page', (c) => `<html><body><p>${rule(c)}</p></body></html>`],
  ['a commit', (c) => `commit 1234567890abcdef1234567890abcdef12345678\nAuthor: Kim\nDate: today\n\n    ${rule(c)}`],
  ['an address before it', (c) => `https://issues.example/3\n${rule(c)}`],
  ['an error that was pasted', (c) => `I get this error: ${rule(c)}`],
  ['one line alone', (c) => rule(c)],
  ['a question about it', (c) => `What does this mean?\n${rule(c)}`],
  ['a ticket', (c) => `SHOP-12 Setup\nReporter: Kim\nDescription\n${rule(c)}`],
  ['a signature', (c) => `${rule(c)}\n\n-- \nKim Lee\nHead of things`],
  ['a greeting', (c) => `Dear Sam,\n\n${rule(c)}\n\nKind regards\nKim`],
  ['a quotation that goes on', (c) => `"I looked at it.\n${rule(c)}\nThat is all."`],
  ['a slash command', (c) => `/fix ${rule(c)}`],
  ['a dash before it', (c) => `— ${rule(c)}`],
  ['small guillemets', (c) => `‹${rule(c)}›`],
  ['corner brackets', (c) => `「${rule(c)}」`],
  ['a picture with words', (c) => `[Image #1] ${rule(c)}`],
  ['a pasted mark', (c) => `[Pasted text #1 +20 lines] ${rule(c)}`],
]
