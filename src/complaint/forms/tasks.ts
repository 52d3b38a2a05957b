import { MISSING_TARGET, MISSING_TASK, MISSING_TEST } from '../complaint.ts'
import { by, type Form, form, NAME, PATH } from '../form.ts'

const CARGO = by('cargo')
const UV = by('uv')

/** Scripts, recipes, targets and tests that a project does not have. */
export const TASK_FORMS: readonly Form[] = [
  form(
    MISSING_TASK,
    'missing script',
    String.raw`ERR_PNPM_NO_SCRIPT\S{0,20}\s{1,4}Missing script: ${NAME}`,
    by('pnpm'),
  ),
  form(MISSING_TASK, 'missing script', `Missing script: ${NAME}`, by('npm')),
  form(MISSING_TASK, 'command', String.raw`^(?:error |.{0,20}Usage Error: )?Command ${NAME} not found\.?$`, {
    only: new Set(['yarn', 'pnpm', 'composer']),
  }),
  form(MISSING_TASK, 'script named', `Couldn't find a script named ${NAME}`, by('yarn')),
  form(MISSING_TASK, 'script not found', `Script not found ${NAME}`, by('bun')),
  form(MISSING_TASK, 'task not found', `Task not found: ${NAME}`, by('deno')),
  form(MISSING_TASK, 'no rule to make', String.raw`No rule to make target ${NAME}`, by('make')),
  form(MISSING_TASK, 'does not contain recipe', `[Jj]ustfile does not contain recipes? ${NAME}`, by('just')),
  form(MISSING_TASK, 'no task', `^mise ERROR no tasks? ${NAME} found`, by('mise')),
  form(MISSING_TASK, 'does not exist', `^task: Task ${NAME} does not exist`, by('task')),
  form(MISSING_TASK, 'not found in', `[Tt]ask ${NAME} not found in (?:root )?project`, by('gradle')),
  form(MISSING_TARGET, 'not found in', `[Pp]roject ${NAME} not found in (?:root )?project`, by('gradle')),
  form(MISSING_TASK, 'unknown target', `^ninja: error: unknown target ${NAME}`, by('ninja')),
  form(
    MISSING_TASK,
    'no such',
    String.raw`^CMake Error: No such (?:\w{1,12} )?preset in .{1,300}: ${NAME}`,
    by('cmake'),
  ),
  form(MISSING_TASK, 'lifecycle phase', `Unknown lifecycle phase ${NAME}`, by('mvn')),
  form(MISSING_TASK, "don't know how to build", `Don't know how to build task ${NAME}`, by('rake')),
  form(MISSING_TASK, 'could not be found', String.raw`^\*\* \(Mix\) The task ${NAME} could not be found`, by('mix')),
  form(
    MISSING_TASK,
    'could not find task',
    String.raw`[Cc]ould not find (?:the following tasks|task) (?:in project: )?${NAME}`,
    by('turbo'),
  ),
  form(MISSING_TASK, 'unrecognized environment', `unrecognized environment ${NAME}`, by('tox')),
  form(MISSING_TASK, 'is not defined', String.raw`^\s{0,4}(?:\[ERROR\] |ERROR {1,2})?Command ${NAME} is not defined`, {
    only: new Set(['composer']),
  }),
  form(MISSING_TASK, 'configuration for task', `Cannot find configuration for task ${NAME}`, by('nx')),
  // cargo names the kind of target; without a library the flag itself is what fails
  form(MISSING_TARGET, 'no library targets', String.raw`^error: no (?<name>lib)rary targets found`, {
    ...CARGO,
    complete: (name) => `--${name}`,
  }),
  form(
    MISSING_TARGET,
    'target',
    String.raw`^error: no (?:bin|example|test|bench) targets? (?:named|found|matches pattern)(?: in package)? ${NAME}`,
    CARGO,
  ),
  form(MISSING_TARGET, 'did not match any packages', `package ID specification ${NAME} did not match`, CARGO),
  form(MISSING_TARGET, 'is not a member of', `package ${NAME} is not a member of the workspace`, CARGO),
  form(MISSING_TARGET, 'feature', String.raw`does not (?:contain this|have the) feature:? ${NAME}`, CARGO),
  form(MISSING_TARGET, 'no go files', `no Go files in ${PATH}$`, by('go')),
  form(MISSING_TARGET, 'directory not found', String.raw`(?:^|: )(?:stat )?${PATH}: directory not found`, by('go')),
  form(MISSING_TARGET, 'matched no packages', String.raw`"(?<name>[^"\n]{1,200})" matched no packages`, by('go')),
  form(MISSING_TARGET, 'group', String.raw`^error: Group ${NAME} is not defined`, UV),
  form(MISSING_TARGET, 'extra', String.raw`^error: Extra ${NAME} is not defined`, UV),
  form(MISSING_TARGET, 'no projects matched', String.raw`No projects matched the filters(?: in)? ${NAME}`, by('pnpm')),
  form(MISSING_TARGET, 'no package found', `No package found with name ${NAME} in workspace`, by('turbo')),
  form(MISSING_TARGET, 'cannot find project', `Cannot find project ${NAME}`, by('nx')),
  form(
    MISSING_TARGET,
    'in the reactor',
    String.raw`Could not find the selected project in the reactor: ${NAME}`,
    by('mvn'),
  ),
  form(MISSING_TARGET, 'no product named', `^error: no product named ${NAME}`, by('swift')),
  form(
    MISSING_TARGET,
    'does not contain a scheme',
    String.raw`does not contain a scheme named ${NAME}`,
    by('xcodebuild'),
  ),
  form(MISSING_TARGET, 'no such service', `no such service: ${NAME}`, by('docker')),
  form(MISSING_TEST, '0 matches', String.raw`^Pattern: (?<name>\S.{0,200}) - 0 matches`, by('jest')),
  form(
    MISSING_TEST,
    'no test',
    String.raw`^No (?:tests?|test files|test suite)(?: files?)? found(?: in| for| matching)? (?:suite |file )?["'\`]?(?<name>[\w@./*-]{2,200})`,
  ),
  form(
    MISSING_TEST,
    'deselected',
    String.raw`^no tests (?:collected|ran) \((?<name>\d{1,6} deselected)\)`,
    by('pytest'),
  ),
]
