/**
 * Whether the sub-command of a program that nobody here knows says that it takes something away: `vault delete`,
 * `consul kv delete`, `zfs destroy`. Programs whose words are texts, patterns or files are not asked.
 */
export const takesAway = (program: string, words: readonly string[]): boolean => {
  if (program === '' || TAKES_TEXT.has(program) || /\.(?:py|js|ts|rb|pl)$/.test(program)) return false
  const [first = '', second = ''] = words
  return FIRST.test(first) || (/^[a-z][a-z-]{1,20}$/.test(first) && SECOND.test(second))
}

const FIRST =
  /^(?:\/?delete|destroy|purge|terminate|wipe|nuke|erase|uninstall|drop|del|unlink|strip|abandon|(?:[\w-]+[.:-])?drop(?:db)?)$/
const SECOND = /^(?:delete|destroy|purge|terminate|wipe|nuke|erase|remove|del)$/

const TAKES_TEXT = new Set(
  'echo printf grep egrep fgrep rg ag ack cat head tail less sed awk test [ [[ cd ls which type man find fd git for case if while until select function export set read return local declare pytest jest vitest mocha go cargo npm npx pnpm yarn bun node python python3 ruby perl php deno tsx uv poetry make just task mise code open touch mkdir wc sort uniq cut tr diff jq yq xargs basename dirname'.split(
    ' ',
  ),
)
