/** The kind of an error in one or two words, read from its message. The first rule that fits decides. */
export const errorTypeOf = (message: string): string => {
  const text = message.slice(0, MAX_LOOK_CHARS).toLowerCase()
  return RULES.find(([, rule]) => rule.test(text))?.[0] ?? 'other'
}

const MAX_LOOK_CHARS = 400

const RULES: [string, RegExp][] = [
  [
    'not-read-first',
    /not been read|modified since|read it (?:first|again)|must (?:first )?read|read the file (?:first|before)/,
  ],
  [
    'no-match',
    /string to replace|exact text|expected lines|old_?(?:string|text)|matches of the string|no changes (?:made|to make)|identical content|exactly the same|not unique|\bhunk\b|patch (?:failed|does not apply)|context not found/,
  ],
  [
    'missing-program',
    /command not found|not recognized as|executable (?:file )?not found|no module named|cannot find (?:module|package)|modulenotfound|unknown command|is not installed|no such command/,
  ],
  ['timeout', /timed? ?out|deadline exceeded/],
  [
    'permission',
    /permission denied|eacces|eperm\b|not permitted|forbidden|unauthori[sz]ed|read-only|not allowed|\bdenied\b|^blocked/,
  ],
  [
    'network',
    /could not resolve|econn\w+|enotfound|getaddrinfo|network|connection (?:refused|reset|closed)|certificate (?:has|verif|is|expired|error|problem)|self.signed|\btls\b|rate limit|too many requests|status code (?:4|5|…)|fetch failed|http error|unable to (?:connect|access)|service not known/,
  ],
  [
    'syntax',
    /syntax|unexpected (?:token|eof|end|indent|character)|parse error|unterminated|no matches found|bad substitution|invalid json|unmatched|not valid json|indentationerror/,
  ],
  [
    'compile',
    /error ts\d|\bundefined: |is not assignable|does not compile|compil|error\[e|undeclared|unused|type error|cannot use .{1,60} as\b|declared and not used|does not exist on type/,
  ],
  [
    'conflict',
    /conflict|already (?:exists|in use|been)|would be overwritten|fast-forward|\block(?:ed)?\b|in progress|ignored by one of|uncommitted|not clean|diverged/,
  ],
  [
    'schema',
    /invalid (?:\w+ )?(?:argument|parameter|option|value|input|type|flag|request)|required|inputvalidation|validation|unknown (?:option|flag|argument|field|switch|parameter)|unrecognized|unexpected (?:argument|parameter)|usage:|exceeds|too (?:large|long|many)|eisdir|must be|expected .{1,40} (?:got|but)|missing (?:\w+ )?(?:argument|parameter|field)/,
  ],
  [
    'not-found',
    /no such|does not exist|doesn't exist|not found|enoent|cannot find|could not find|can't (?:find|open|read)|cannot (?:access|open|stat)|did not match|unknown (?:revision|file|path)|no pull requests|not a git repository|no files? /,
  ],
  ['test', /\btests?\b.{0,80}\bfail|\bfail\w*\b.{0,80}\btests?\b|assert|--- fail|expected .{1,60} received/],
]
