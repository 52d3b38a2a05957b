import {
  BRANCH_IN_USE,
  HOOK_FAILED,
  MISSING_PATH,
  MISSING_REMOTE,
  MISSING_REVISION,
  MISSING_TARGET,
  NO_LOGIN,
  NO_SIGNATURE,
  NOT_REPOSITORY,
} from '../complaint.ts'
import { by, type Form, form, NAME, PATH } from '../form.ts'

const GIT = by('git')
const GH = by('gh')

/** Sentences of git, of hooks that it runs, and of gh. */
export const VERSION_CONTROL_FORMS: readonly Form[] = [
  form(MISSING_PATH, 'did not match any file', `pathspec ${PATH} did not match any file`, GIT),
  form(MISSING_PATH, "path '", `path ${PATH} (?:does not exist|exists on disk, but not) in`, GIT),
  form(MISSING_PATH, 'is outside repository', String.raw`^fatal: ${PATH}: .{0,300} is outside repository`, GIT),
  form(MISSING_REVISION, 'ambiguous argument', `ambiguous argument ${NAME}: unknown revision`, GIT),
  form(
    MISSING_REVISION,
    ': ',
    String.raw`^(?:fatal|error): (?:.{0,40}: )?(?:bad revision|[Nn]ot a valid object name:?|invalid object name|couldn't find remote ref|unknown revision|invalid reference:|invalid upstream|Needed a single revision|src refspec|bad object|branch) ${NAME}(?: not found| does not match any|\.?$)`,
    GIT,
  ),
  form(MISSING_REVISION, 'not something we can merge', String.raw`${NAME} - not something we can merge`, GIT),
  form(BRANCH_IN_USE, ' at ', String.raw`^fatal: ${NAME} is already (?:checked out|used by worktree) at `, GIT),
  form(
    NO_SIGNATURE,
    'error: ',
    String.raw`^error: (?<name>gpg failed to sign|1Password: |Couldn't (?:sign|get agent socket|load public key)|No private key found|cannot run gpg|unable to sign|Load key .{1,300}: )`,
    { ...GIT, only: new Set(['git']), complete: () => 'commit' },
  ),
  form(MISSING_REMOTE, 'does not appear to be a git repository', `${NAME} does not appear to be a git repository`, GIT),
  form(MISSING_REMOTE, 'no such remote', `No such remote:? ${NAME}`, GIT),
  form(MISSING_REMOTE, 'remote not found', String.raw`could not find ${NAME} remote`),
  form(
    NOT_REPOSITORY,
    'not a git repository',
    String.raw`^(?:fatal|warning|error): not a git repository.{0,200}?(?<name>\.git)\b`,
    GIT,
  ),
  form(
    NOT_REPOSITORY,
    'not a git repository',
    String.raw`^(?:fatal|warning|error): [Nn]ot a git repository(?:: ${PATH})?`,
    { ...GIT, complete: (name) => name || '.git' },
  ),
  form(
    NOT_REPOSITORY,
    'must be run in a work tree',
    String.raw`^fatal: (?<name>this operation must be run in a work tree)`,
    { ...GIT, complete: () => '.git' },
  ),
  form(HOOK_FAILED, 'husky', String.raw`^husky - (?<name>[\w-]{1,40}) (?:hook|script) (?:exited|failed)`, by('husky')),
  form(HOOK_FAILED, 'hook id', String.raw`^- hook id: (?<name>[\w.-]{1,60})$`, by('pre-commit')),
  form(HOOK_FAILED, 'hook declined', String.raw`\((?<name>[\w-]{1,40}) hook declined\)`, GIT),
  form(
    NO_LOGIN,
    'auth login',
    String.raw`(?:To get started with GitHub CLI, please run|You are not logged into any GitHub hosts).{0,80}(?<name>gh) auth login`,
    GH,
  ),
  form(MISSING_TARGET, 'no pull requests found', String.raw`^no pull requests found for branch ${NAME}`, GH),
  form(MISSING_TARGET, 'could not resolve to', String.raw`Could not resolve to an? (?<name>\w{1,30})`, GH),
  form(MISSING_TARGET, 'could not find any workflows', String.raw`could not find any workflows named ${NAME}`, GH),
  form(
    MISSING_TARGET,
    'not found',
    String.raw`^(?:could not (?:add|find) label: )?['"](?<name>[^'"\n]{1,100})['"] not found$`,
    { ...GH, only: new Set(['gh']) },
  ),
]
