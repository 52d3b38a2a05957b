import { IS_DIRECTORY, MISSING_PATH, NO_PERMISSION } from '../complaint.ts'
import { by, END, type Form, form, PATH } from '../form.ts'

/** Who speaks: words that only open a complaint are no name. */
const PROGRAM = String.raw`^(?:/\S{1,60}/)?(?<program>(?!(?:[Ee]rror|ERROR|[Ff]atal|[Ww]arning|npm)\b)[\w.+-]{1,30}): `
const NO_FILE = '[Nn]o such file or directory'

/** Sentences about files that are not there, of programs in general. */
export const FILE_FORMS: readonly Form[] = [
  form(MISSING_PATH, 'enoent', String.raw`ENOENT: no such file or directory, \w{1,20} ${PATH}(?:$|\s->)`),
  form(MISSING_PATH, 'enoent', String.raw`ENOENT: no such file or directory(?:, \w{1,20})?$`),
  form(MISSING_PATH, 'cannot read file', String.raw`^${PATH}: error: Cannot read file: ${NO_FILE}`, by('mypy')),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`${PROGRAM}(?:cannot (?:access|open|stat|remove|touch|create (?:regular file|directory)|move|find or open|overwrite|read)|can't (?:read|open(?: file)?|cd to|stat)|failed to (?:open|access)|error opening|target|couldn't open) ${PATH}(?: for (?:reading|writing))?: (?:\[Errno 2\] )?${NO_FILE}`,
  ),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`^(?:[\w./-]{0,60}: )?(?:line \d{1,6}: )?cd: ${PATH}: ${NO_FILE}`,
    by('cd'),
  ),
  form(MISSING_PATH, 'no such file', String.raw`^(?:g?make)(?:\[\d{1,3}\])?: \*\*\* ${PATH}: ${NO_FILE}`, by('make')),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`${PROGRAM}(?:error: )?[Cc]ould not (?:open|read)(?: file)? ${PATH}: ${NO_FILE}`,
  ),
  form(MISSING_PATH, 'no such file', String.raw`${PROGRAM}${PATH}: IO error for operation on .{1,300}No such file`),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`${PROGRAM}(?:open|stat|lstat|chdir|read|unlinkat|readdirent|mkdir|fork/exec) ${PATH}: ${NO_FILE}`,
  ),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`${PROGRAM}${PATH}: (?:(?:open|stat|Cannot open|cannot open): )?${NO_FILE}`,
  ),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`\b(?:open|stat|lstat|chdir|read|readdirent|fork/exec) ${PATH}: no such file or directory`,
  ),
  form(MISSING_PATH, 'no such file', String.raw`No such file or directory: ${PATH}(?:$| ->)`),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`^(?:error|fatal|Error|ERROR|warning|\[\w{1,12} error\])(?:\[\w{1,10}\])?: (?:could not open(?: directory| file)?|couldn't read|unable to read|cannot open|[Ff]ailed to (?:read|open|load)(?: file| manifest at)?)? ?${PATH}(?: for reading)?: ${NO_FILE}`,
  ),
  form(MISSING_PATH, 'no such file', String.raw`^${PATH}: ${NO_FILE}(?: \(os error 2\))?$`),
  form(MISSING_PATH, 'no such file', String.raw`^ruby: ${NO_FILE} -- (?<name>\S{1,300})`, by('ruby')),
  form(MISSING_PATH, 'no such file', String.raw`^error: ${NO_FILE}: ${PATH}(?: \[[\w-]{1,40}\])?$`),
  form(MISSING_PATH, 'any directory/file', `did not match any directory/file: ${PATH}$`, by('mix')),
  form(MISSING_PATH, 'no such file: ', String.raw`^\*\* \(Mix\) No such file: ${PATH}$`, by('mix')),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`\(File\.\w{0,12}Error\) could not [\w ]{1,40}? ${PATH}: ${NO_FILE}`,
    by('elixir'),
  ),
  form(MISSING_PATH, 'does not exist', String.raw`^xcodebuild: error: ${PATH} does not exist`, by('xcodebuild')),
  form(MISSING_PATH, 'chdir to', String.raw`^ninja: \w{1,8}: chdir to ${PATH} - ${NO_FILE}`, by('ninja')),
  form(
    MISSING_PATH,
    'failed to change',
    String.raw`^Failed to change working directory to ${PATH} : ${NO_FILE}`,
    by('ctest'),
  ),
  form(
    MISSING_PATH,
    'source directory',
    String.raw`^CMake Error: The source directory ${PATH} does not exist`,
    by('cmake'),
  ),
  form(MISSING_PATH, 'is not a directory', `^Error: ${PATH} is not a directory$`, { only: new Set(['cmake']) }),
  form(MISSING_PATH, 'does not exist', `Failed to load ${PATH}: Does not exist`, by('dart')),
  form(MISSING_PATH, 'error when reading', `Error when reading ${PATH}: ${NO_FILE}`, by('dart')),
  form(MISSING_PATH, 'error opening dir', String.raw`^${PATH} {1,4}\[error opening dir\]`, by('tree')),
  form(MISSING_PATH, 'search path', String.raw`^\[fd error\]: Search path ${PATH} is not a directory`, by('fd')),
  form(
    MISSING_PATH,
    'file or directory not found',
    String.raw`^ERROR: (?:file or directory not found|not found): ${PATH}$`,
    by('pytest'),
  ),
  form(
    MISSING_PATH,
    'no files matching',
    String.raw`No files matching (?:the pattern |the given pattern)?(?: ?were found: )?${PATH}(?: were found| found|${END})`,
  ),
  form(
    MISSING_PATH,
    'could not find',
    String.raw`[Cc]ould not find ${PATH} in .{1,300} or any parent directory`,
    by('cargo'),
  ),
  form(
    MISSING_PATH,
    'go.mod file not found',
    String.raw`(?<name>go\.mod) file not found in current directory`,
    by('go'),
  ),
  form(MISSING_PATH, 'no justfile', String.raw`^error: No (?<name>justfile) found`, by('just')),
  form(MISSING_PATH, 'no makefile', String.raw`No targets specified and no (?<name>makefile) found`, by('make')),
  form(MISSING_PATH, 'pyproject.toml', String.raw`No ${PATH} found in (?:current directory|the current directory)`),
  form(MISSING_PATH, 'package.json', String.raw`No (?<name>package\.json)(?: \(or .{1,60}\))? (?:was )?found`),
  form(
    MISSING_PATH,
    "couldn't find a",
    String.raw`^ESLint couldn't find (?:an?|the) (?<name>eslint\.config|configuration file)`,
    by('eslint'),
  ),
  form(
    MISSING_PATH,
    'does not exist',
    String.raw`^(?:error|Error|ERROR|fatal)(?: TS\d{4})?: .{0,80}(?:path|file|directory) ${PATH} (?:does not exist|doesn't exist|not found)`,
  ),
  form(
    IS_DIRECTORY,
    'is a directory',
    String.raw`${PROGRAM}${PATH}: (?:read: |error reading .{0,200}: )?Is a directory`,
  ),
  form(IS_DIRECTORY, 'is a directory', String.raw`IsADirectoryError: .{0,40}: ${PATH}$`),
  form(
    NO_PERMISSION,
    'ermission denied',
    String.raw`${PROGRAM}(?:cannot (?:open|create \w{1,12}|access|remove|stat|touch) )?${PATH}(?: for (?:reading|writing))?: Permission denied`,
  ),
  form(
    NO_PERMISSION,
    'ermission denied',
    String.raw`(?:PermissionError: .{0,30}|EACCES: permission denied, \w{1,20} )${PATH}$`,
  ),
  form(NO_PERMISSION, 'not permitted', String.raw`${PROGRAM}(?:\w{1,12} )?${PATH}: Operation not permitted`),
  form(
    NO_PERMISSION,
    'read-only file system',
    String.raw`${PROGRAM}(?:cannot \w{1,12} (?:\w{1,10} )?)?${PATH}: Read-only file system`,
  ),
]
