import { rule, type Rule } from './rule.ts'
import { isRecursive, searchRefusal, seesHidden } from './searches.ts'

const AG =
  '-i -l -L -c -o -w -v -Q -n -H -h -s -A= -B= -C= -m= --hidden --ignore= --ignore-dir= --nocolor --nogroup --noheading --color --group --type= --js --ts --python --go --ruby --java --rust -G= -g'

/** Programs that look at files and at text. */
export const FILE_RULES: Record<string, Rule> = {
  cd: rule('', {
    most: 1,
    refuses: ([target = '-']) => (target === '-' ? 'goes to a directory that the line does not name' : undefined),
  }),
  pwd: rule('-P -L', { most: 0 }),
  echo: rule('*', { words: 'text' }),
  // Some shells calculate where they expect a number, and run what stands in brackets there.
  printf: rule('', {
    words: 'text',
    refuses: (words) => (words.some((word) => /\[[^\]]*[$`]/.test(word)) ? 'evaluates a subscript' : undefined),
  }),
  xxd: rule('-l= -s= -c= -g= -p -u -b', { most: 1 }),
  yq: rule(
    '-r -e -P -C -M -N -o= -p= --raw-output --prettyPrint --output-format= --input-format= --no-doc --exit-status',
    {
      words: 'pattern',
      refuses: ([filter = '']) =>
        /env|load|eval|system|input|\$|@/i.test(filter) ? 'runs a script that can reach anything' : undefined,
    },
  ),
  'true false :': rule('', { words: 'text' }),
  sleep: rule('', { most: 1 }),
  wait: rule('', { most: 0 }),
  exit: rule('', {
    words: 'text',
    most: 1,
    refuses: ([code = '0']) => (/^\d+$|^\$/.test(code) ? undefined : 'evaluates a subscript'),
  }),
  set: rule('-e -u -x -v -o= +e +x +u', {
    most: 0,
    refuses: (_, given) => {
      if (given.size === 0) return 'prints the environment'
      return (given.get('-o') ?? []).every((name) => SETTINGS.has(name)) ? undefined : 'changes how lines are read'
    },
  }),
  // `-v` evaluates what stands in brackets.
  'test [': rule('*', {
    words: 'text',
    refuses: (words, given) =>
      [...words, ...given.keys()].some((word) => /[$`]|\[./.test(word)) ? 'evaluates a subscript' : undefined,
  }),
  seq: rule('-s= -w', { most: 3 }),
  'which type whereis': rule('-a -s -p -t', { words: 'text' }),
  command: rule('-v= -V=', { words: 'text', most: 0 }),
  ls: rule(
    '-a -l -A -1 -R -t -r -h -S -d -F -G -i -s -n -o -g -p -L -H -c -u -x -C -m -Q -B -k --all --almost-all --color=? --human-readable --recursive --reverse --sort= --time= --time-style= --group-directories-first --full-time --directory --classify=? --ignore= --hide= -I= -w= --inode --size',
  ),
  tree: rule('-a -d -L= -I= -P= -f -i -h -s -p -C -n --dirsfirst --gitignore --noreport -F --prune --du'),
  'cat bat': rule(
    '-n -b -s -e -t -v -A -E -T --number --show-all --plain -p --style= --color= --paging= -l= -r= --line-range= --language=',
  ),
  nl: rule('-b= -n= -w= -s= -v= -i= -ba -nln -nrn'),
  head: rule('-# -n= -c= -q -v --lines= --bytes= --quiet'),
  tail: rule('-# +# -n= -c= -q -v -r --lines= --bytes= --quiet'),
  wc: rule('-l -w -c -m -L --lines --words --bytes --chars'),
  stat: rule('-c= -f -L -x -t --format= --printf='),
  file: rule('-b -i -L --brief --mime --mime-type'),
  du: rule('-s -h -a -k -m -c -d= -x --max-depth= --summarize --human-readable --total --apparent-size'),
  df: rule('-h -k -m -T -i'),
  cut: rule('-d= -f= -c= -b= -s --delimiter= --fields= --characters= --complement --output-delimiter='),
  sort: rule(
    '-n -r -u -h -f -V -g -M -b -d -i -s -z -k= -t= -R -c -C --numeric-sort --reverse --unique --key= --version-sort --human-numeric-sort --field-separator= --stable --ignore-case',
  ),
  uniq: rule('-c -d -u -i -f= -s= -w= -D --count --repeated --unique --ignore-case', { most: 1 }),
  tr: rule('-d -s -c -C -t --delete --squeeze-repeats --complement', { words: 'text' }),
  column: rule('-t -s= -n -c= -x -o= --table --separator='),
  'fold fmt': rule('-w= -s -# --width= --spaces'),
  'rev tac': rule('-s= -b -r'),
  paste: rule('-d= -s --delimiters= --serial'),
  comm: rule('-1 -2 -3 -12 -13 -23 --check-order --nocheck-order'),
  join: rule('-1= -2= -t= -j= -a= -o= -e= -v= -i'),
  'od hexdump': rule('-A= -t= -c -x -b -C -n= -s= -N= -j= -v -e='),
  strings: rule('-a -n= -# -t='),
  'md5sum sha1sum sha256sum sha512sum shasum cksum b2sum': rule('-a= -b -t --tag'),
  'basename dirname': rule('-a -s= -z'),
  'realpath readlink': rule('-f -e -m -s -q -z -n -v --relative-to= --canonicalize'),
  diff: rule(
    '-u -r -q -N -b -w -B -i -y -a -c -e -s -E -Z -p -t -U= -C= -x= -I= -W= --brief --recursive --unified=? --color=? --side-by-side --suppress-common-lines --strip-trailing-cr --ignore-all-space --ignore-space-change --exclude= --no-dereference --new-file --stat --label= --minimal --width=',
  ),
  cmp: rule('-s -l -b -n= -i= --silent'),
  date: rule('-u -I=? -R --utc --iso-8601=? --rfc-3339= -d= --date=', {
    words: 'text',
    refuses: (words) => (words.every((word) => word.startsWith('+')) ? undefined : 'sets the clock'),
  }),
  // Searches that follow links (`grep -R`, `rg -L`, `find -L`) can lead out of the project unseen.
  'grep egrep fgrep zgrep': rule(
    '-# -r -n -i -v -l -L -c -o -w -x -q -s -h -H -E -F -P -G -a -I -z -U -b -T -Z -e= -f= -A= -B= -C= -m= -d= -D= --include= --exclude= --exclude-dir= --color=? --colour=? --line-number --ignore-case --recursive --only-matching --files-with-matches --files-without-match --invert-match --word-regexp --line-regexp --count --extended-regexp --fixed-strings --perl-regexp --regexp= --max-count= --after-context= --before-context= --context= --no-filename --with-filename --quiet --silent --no-messages --text --binary-files= --null --line-buffered --byte-offset --basic-regexp --exclude-from= --no-ignore-case',
    { words: 'pattern', refuses: searchRefusal(isRecursive) },
  ),
  'rg ripgrep': rule(
    '-n -N -i -s -S -v -l -c -o -w -x -q -F -P -U -u -h -H -I -. -a -p -b -0 -e= -f= -g= -t= -T= -A= -B= -C= -m= -M= -d= -j= -r= -E= --files --hidden --no-ignore --no-ignore-vcs --glob= --iglob= --type= --type-not= --type-list --type-add= --line-number --no-line-number --no-heading --heading --column --no-filename --with-filename --ignore-case --smart-case --case-sensitive --files-with-matches --files-without-match --count --count-matches --only-matching --word-regexp --line-regexp --invert-match --fixed-strings --pcre2 --multiline --multiline-dotall --max-count= --max-depth= --max-columns= --context= --after-context= --before-context= --color= --colors= --sort= --sortr= --stats --json --vimgrep --trim --text --quiet --replace= --null --no-messages --no-config --regexp= --file= --max-filesize= --threads= --passthru --unrestricted --pretty --glob-case-insensitive --max-columns-preview',
    { words: 'pattern', refuses: searchRefusal(seesHidden) },
  ),
  ag: rule(AG, { words: 'pattern', refuses: searchRefusal(seesHidden) }),
  // It passes over no hidden file.
  ack: rule(AG, { words: 'pattern', refuses: searchRefusal(() => true) }),
  find: rule(
    '-name= -iname= -path= -ipath= -wholename= -regex= -iregex= -type= -maxdepth= -mindepth= -size= -mtime= -mmin= -newer= -ctime= -cmin= -atime= -amin= -empty -not -a -o -and -or -print -print0 -prune -P -xdev -mount -depth -ls -perm= -user= -group= -links= -readable -writable -executable -true -false -quit -printf= -newermt= -regextype= ! ( )',
    { single: true },
  ),
  'fd fdfind': rule(
    '-H -I -u -t= -e= -E= -d= -g -F -a -l -p -0 -1 -s -i -q -S= --hidden --no-ignore --type= --extension= --exclude= --max-depth= --min-depth= --max-results= --glob --fixed-strings --absolute-path --full-path --color= --size= --changed-within= --changed-before= --print0 --list-details --case-sensitive --ignore-case --strip-cwd-prefix --no-ignore-vcs',
    { words: 'pattern' },
  ),
  sed: rule('-n -E -r -e= -s -u -z --quiet --silent --expression= --regexp-extended', {
    words: 'pattern',
    refuses: (words, given) => {
      const expressions = [...(given.get('-e') ?? []), ...(given.get('--expression') ?? [])]
      const scripts = expressions.length > 0 ? expressions : words.slice(0, 1)
      return scripts.every(isHarmlessSed) ? undefined : 'runs an editor script'
    },
  }),
  'awk gawk mawk': rule('-F= -v=', {
    words: 'pattern',
    refuses: ([program = '']) => (AWK_REACHES.test(program) ? 'runs a script that can reach anything' : undefined),
  }),
  jq: rule(
    '-r -c -n -e -s -S -M -C -a -j -R --raw-output --compact-output --null-input --exit-status --slurp --sort-keys --tab --indent= --raw-input --join-output --arg== --argjson==',
    {
      words: 'pattern',
      refuses: ([filter = '']) =>
        /\benv\b|ENV|\b(?:import|include|input_filename|modulemeta|get_search_list|halt_error|debug|stderr)\b/.test(
          filter,
        )
          ? 'reads the environment'
          : undefined,
    },
  ),
}

/** Options of `set` that leave the reading of lines as it is. */
const SETTINGS = new Set('pipefail errexit nounset xtrace verbose noclobber noglob'.split(' '))

/** Prints, deletes or counts lines, or replaces without the flags that write files and run commands. */
const isHarmlessSed = (script: string): boolean => SED_LINES.test(script) || SED_REPLACES.test(script)

/** What stands between two signs: an escaped sign is not in it, and brackets are closed, since some programs end neither there. */
const between = (sign: string): string => String.raw`(?:[^${sign}\\\n\[]|\\[^${sign}\n]|\[\^?\]?[^\]${sign}\n]*\])*`
const replacement = (sign: string): string => String.raw`(?:[^${sign}\\\n]|\\[^${sign}\n])*`
const replaces = (sign: string): string => `${sign}${between(sign)}${sign}${replacement(sign)}${sign}`

const ADDRESS = String.raw`(?:\d+|\$|/${between('/')}/)`
const SED_LINES = new RegExp(String.raw`^(?:${ADDRESS}(?:, ?(?:\+?\d+|\$|/${between('/')}/))?!?[pdq=](?:; ?|$))+$`)
const SED_REPLACES = new RegExp(
  String.raw`^(?:s(?:${['/', String.raw`\|`, '#', ','].map(replaces).join('|')})[gIip\d]*(?:; ?|$))+$`,
)

const AWK_REACHES =
  /[|`@]|>(?!=)|\b(?:system|getline|ENVIRON|ARGV|ARGC|ARGIND|PROCINFO|close|fflush|SYMTAB|FUNCTAB|extension|load|include)\b/
