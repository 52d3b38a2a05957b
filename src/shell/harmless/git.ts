import { rule, type Rule } from './rule.ts'
import { searchRefusal, seesHidden } from './searches.ts'

const DIFF =
  '-p -u -s -U= -w -b -R -a -z -M -C -B -D --patch --no-patch --unified= --raw --stat=? --numstat --shortstat --dirstat=? --summary --name-only --name-status --color=? --no-color --color-words=? --word-diff=? --word-diff-regex= --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --find-renames=? --find-copies=? --no-renames --diff-filter= --relative=? --text --minimal --patience --histogram --diff-algorithm= --inter-hunk-context= --function-context -W --exit-code --quiet --check --full-index --binary --abbrev=? --cached --staged --merge-base --submodule=? --ignore-submodules=? --no-ext-diff --no-textconv --compact-summary --combined-all-paths -c --cc -m --no-prefix --src-prefix= --dst-prefix= -S= -G= --pickaxe-all --pickaxe-regex --stat-width= --stat-count= --stat-name-width= --ws-error-highlight= --irreversible-delete -l= --exclude-standard'
const LOG =
  '-# -n= --oneline --graph --all --decorate=? --no-decorate --branches=? --tags=? --remotes=? --max-count= --skip= --since= --until= --after= --before= --author= --committer= --grep= -i -E -F -P --all-match --invert-grep --regexp-ignore-case --merges --no-merges --first-parent --reverse --format= --pretty=? --date= --abbrev-commit --no-abbrev-commit --follow -L= --topo-order --date-order --author-date-order --left-right --cherry-pick --cherry-mark --cherry --boundary --simplify-by-decoration --full-history --ancestry-path -g --walk-reflogs --no-walk=? --show-pulls --source --parents --children --relative-date --left-only --right-only --count --encoding= --no-notes --notes=? --min-parents= --max-parents= --exclude= --stdin --diff-merges= --remove-empty --dense --sparse --simplify-merges --clear-decorations --decorate-refs= --no-expand-tabs --quiet'

const revisions = (flags: string): Rule => rule(flags, { words: 'revisions' })

/** Lists where nothing but a listing option is given: with other words the same sub-command makes or deletes something. */
const listing = (flags: string, lists: readonly string[]): Rule =>
  rule(flags, {
    words: 'revisions',
    refuses: (words, given) =>
      words.length === 0 || lists.some((name) => given.has(name)) ? undefined : 'changes version control',
  })

/** Of git only what reads, and nothing of what asks another machine. */
export const GIT_RULES: Record<string, Rule> = {
  git: rule('--no-pager -C= --no-optional-locks --literal-pathspecs', {
    subs: {
      status: revisions(
        '-s -b -u=? -z -v --short --branch --porcelain=? --long --untracked-files=? --ignored=? --show-stash --column=? --no-renames --ahead-behind --ignore-submodules=? --renames',
      ),
      'log whatchanged': revisions(`${LOG} ${DIFF}`),
      show: revisions(`${LOG} ${DIFF}`),
      'diff diff-tree diff-index diff-files range-diff': revisions(
        `${DIFF} -# -r -t --root --stdin --no-index --no-commit-id --pretty=? --format= --oneline --always`,
      ),
      'blame annotate': revisions(
        '-L= -l -s -e -w -M=? -C=? -p -c -f -n -t --date= --since= --porcelain --line-porcelain --show-email --show-name --show-number --abbrev= --ignore-rev= --first-parent --incremental --root',
      ),
      shortlog: revisions(
        '-s -n -e -c --summary --numbered --email --all --since= --until= --no-merges --format= --group= -# --after= --before=',
      ),
      'rev-parse': revisions(
        '--show-toplevel --abbrev-ref=? --short=? --verify -q --quiet --git-dir --git-common-dir --is-inside-work-tree --show-prefix --show-cdup --symbolic-full-name --symbolic --is-bare-repository --is-shallow-repository --absolute-git-dir --show-superproject-working-tree --all --branches=? --tags=? --remotes=? --default= --sq --revs-only --no-revs --show-object-format --path-format=',
      ),
      'rev-list': revisions(`${LOG} --objects --disk-usage --use-bitmap-index`),
      'ls-files': revisions(
        '-c -d -m -o -i -s -u -k -z -t -v -f -x= -X= --cached --deleted --modified --others --ignored --stage --unmerged --exclude= --exclude-standard --exclude-from= --full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev=? --recurse-submodules --format=',
      ),
      'ls-tree': revisions(
        '-d -r -t -l -z --name-only --name-status --long --full-name --full-tree --abbrev=? --format= --object-only',
      ),
      'cat-file': revisions('-p -t -s -e --batch-check=? --batch-all-objects'),
      branch: listing(
        '-a -r -v -vv -l --all --remotes --verbose --list --show-current --contains=? --no-contains=? --merged=? --no-merged=? --sort= --format= --points-at= --column=? --color=? --no-color --abbrev=? -i --ignore-case',
        ['-a', '-r', '-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at'],
      ),
      tag: listing(
        '-l -n=? --list --sort= --format= --contains=? --no-contains=? --merged=? --no-merged=? --points-at= --column=? --color=? -i --ignore-case',
        ['-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at', '-n'],
      ),
      remote: rule('-v --verbose', { bare: true, most: 0, subs: { 'get-url': rule('--all --push', { most: 1 }) } }),
      stash: rule('', { subs: { list: revisions(`${LOG} ${DIFF}`), show: revisions(DIFF) } }),
      submodule: rule('', { subs: { 'status summary': revisions('--cached --recursive --files -n=') } }),
      worktree: rule('', { subs: { list: rule('--porcelain -v -z --verbose', { most: 0 }) } }),
      reflog: rule(`${LOG} ${DIFF}`, {
        bare: true,
        most: 0,
        subs: { show: revisions(`${LOG} ${DIFF}`), exists: revisions('') },
      }),
      describe: revisions(
        '--tags --all --always --long --dirty=? --abbrev= --match= --exclude= --contains --exact-match --first-parent --candidates= --broken=?',
      ),
      'merge-base': revisions('-a --all --is-ancestor --fork-point --octopus --independent'),
      'name-rev': revisions('--tags --refs= --all --name-only --always --undefined --no-undefined'),
      'show-ref': revisions(
        '--head --heads --branches --tags -d --dereference -s --hash=? --verify -q --quiet --abbrev=?',
      ),
      'for-each-ref': revisions(
        '--format= --sort= --count= --points-at= --merged=? --no-merged=? --contains=? --no-contains=? --ignore-case --exclude=',
      ),
      'symbolic-ref': rule('-q --quiet --short', { words: 'revisions', most: 1 }),
      'check-ignore': revisions('-v -n -q --verbose --non-matching --quiet --no-index --stdin -z'),
      'check-attr': revisions('-a --all --cached -z'),
      'count-objects': rule('-v -H --verbose --human-readable', { most: 0 }),
      cherry: revisions('-v --abbrev=?'),
      'show-branch': revisions(
        '-a -r --all --remotes --topo-order --date-order --current --list --sha1-name --no-name --color=? --no-color',
      ),
      grep: rule(
        '-# -n -i -l -L -c -o -w -v -q -h -H -E -F -P -G -I -a -z -W -p -e= -A= -B= -C= -m= --line-number --ignore-case --files-with-matches --name-only --files-without-match --count --only-matching --word-regexp --invert-match --cached --no-index --untracked --heading --break --color=? --column --full-name --extended-regexp --fixed-strings --perl-regexp --and --or --not --max-depth= --show-function --function-context --context= --after-context= --before-context= --quiet --recurse-submodules --all-match',
        { words: 'pattern', refuses: searchRefusal(seesHidden) },
      ),
      version: rule('--build-options', { most: 0 }),
    },
  }),
}
