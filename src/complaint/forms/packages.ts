import { MISSING_MODULE, MISSING_NAME, MISSING_PACKAGE, MISSING_PATH, MISSING_PROGRAM } from '../complaint.ts'
import { by, END, type Form, form, NAME } from '../form.ts'

const PYTHON = by('python')
const NODE = by('node')
const GO = by('go')
const RUSTC = by('rustc')
const NPM = by('npm')
const PIP = by('pip')

/** Modules, names and packages that are not there. */
export const PACKAGE_FORMS: readonly Form[] = [
  form(MISSING_MODULE, 'no module named', `No module named ${NAME}`, PYTHON),
  form(MISSING_NAME, 'cannot import name', `ImportError: cannot import name ${NAME}`, PYTHON),
  form(MISSING_NAME, 'has no attribute', String.raw`^AttributeError: .{0,120} has no attribute ${NAME}`, PYTHON),
  form(MISSING_NAME, 'is not defined', `^NameError: name ${NAME} is not defined`, PYTHON),
  form(MISSING_MODULE, 'cannot find', `Cannot find (?:module|package) ${NAME}`, NODE),
  form(MISSING_NAME, 'export named', `does not provide an export named ${NAME}`, NODE),
  form(MISSING_NAME, 'is not exported', String.raw`["'\`](?<name>[^"'\`\n]{1,80})["'\`] is not exported (?:by|from)`),
  form(MISSING_NAME, 'is not defined', `^(?:Uncaught )?ReferenceError: ${NAME} is not defined`, NODE),
  form(
    MISSING_MODULE,
    'could not resolve',
    String.raw`Could not resolve ["'\`](?<name>[^"'\`\n]{1,200})["'\`]`,
    by('esbuild'),
  ),
  form(MISSING_MODULE, "can't resolve", `Can't resolve ${NAME} in `, by('webpack')),
  form(MISSING_MODULE, 'failed to resolve', `[Ff]ailed to resolve (?:import|entry for package) ${NAME}`, by('vite')),
  form(MISSING_MODULE, 'unable to resolve', `Unable to resolve (?:path to )?module ${NAME}`),
  form(MISSING_MODULE, 'is not in', String.raw`package ${NAME} is not in (?:std|GOROOT)`, GO),
  form(MISSING_MODULE, 'no required module', `no required module provides package ${NAME}`, GO),
  form(MISSING_MODULE, 'cannot find', `cannot find (?:package|module providing package) ${NAME}`, GO),
  form(
    MISSING_MODULE,
    'unresolved',
    String.raw`^error\[E043[23]\]: .{0,80}unresolved .{0,40}?[\`'](?<name>[^\`'\n]{1,120})[\`']`,
    RUSTC,
  ),
  form(MISSING_MODULE, 'no matching package', String.raw`^error: no matching package named ${NAME} found`, by('cargo')),
  form(MISSING_MODULE, "can't find crate", `can't find crate for ${NAME}`, RUSTC),
  form(MISSING_PATH, 'cannot load such file', String.raw`cannot load such file -- (?<name>/\S{1,200}\.rb)`, by('ruby')),
  form(MISSING_MODULE, 'cannot load such file', String.raw`cannot load such file -- (?<name>\S{1,200})`, by('ruby')),
  form(MISSING_PACKAGE, 'could not find gem', `Could not find gem ${NAME}`, by('bundle')),
  form(MISSING_NAME, 'uninitialized constant', String.raw`uninitialized constant (?<name>[\w:]{1,120})`, by('ruby')),
  form(
    MISSING_NAME,
    'not found',
    String.raw`(?:Class|Interface|Trait) ["'](?<name>[\w\\]{1,160})["'] not found`,
    by('php'),
  ),
  form(MISSING_MODULE, 'does not exist', String.raw`error: package (?<name>[\w.]{1,160}) does not exist`, by('javac')),
  form(MISSING_MODULE, 'no such module', String.raw`error: no such module ${NAME}`, by('swiftc')),
  form(MISSING_PATH, 'file not found', String.raw`fatal error: ${NAME} file not found`, by('cc')),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`fatal error: (?<name>[^\s:]{1,200}): No such file or directory`,
    by('cc'),
  ),
  // registries and installed packages
  form(MISSING_PACKAGE, 'no matching distribution', `No matching distribution found for ${NAME}`, PIP),
  form(
    MISSING_PACKAGE,
    'was not found in the package registry',
    `Because ${NAME} was not found in the package registry`,
    by('uv'),
  ),
  form(MISSING_PACKAGE, 'package(s) not found', String.raw`Package\(s\) not found: ${NAME}`, PIP),
  form(
    MISSING_PACKAGE,
    'is not in this registry',
    String.raw`['"](?<name>[^'"\s]{1,160})['"] is not in this registry`,
    NPM,
  ),
  form(
    MISSING_PACKAGE,
    '404',
    String.raw`^npm (?:ERR!|error) 404\s+Not Found - GET \S{1,200}/(?<name>[\w@%.-]{1,120})(?: -|$)`,
    NPM,
  ),
  form(
    MISSING_PROGRAM,
    'due to missing packages',
    String.raw`npx canceled due to missing packages .{0,40}\["(?<name>[\w@/.-]{1,100}?)@[^"\n]{1,60}"`,
    by('npx'),
  ),
  form(MISSING_PACKAGE, 'no workspaces found', String.raw`No workspaces found:(?: --workspace=)?${NAME}`, NPM),
  form(
    MISSING_PROGRAM,
    'command',
    String.raw`ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL.{0,10}Command ${NAME} not found`,
    by('pnpm'),
  ),
  form(MISSING_PACKAGE, 'unable to locate package', `Unable to locate package ${NAME}`, by('apt')),
  form(
    MISSING_PACKAGE,
    'no available formula',
    String.raw`No available formula (?:or cask )?with the name ${NAME}`,
    by('brew'),
  ),
  form(
    MISSING_PACKAGE,
    'not found in mise',
    String.raw`^mise ERROR ${NAME} not found in mise tool registry`,
    by('mise'),
  ),
  form(
    MISSING_PACKAGE,
    'not installed',
    String.raw`^(?:error: )?(?:toolchain|component) ${NAME} (?:for target .{0,60})?is not installed`,
    by('rustup'),
  ),
  form(
    MISSING_PROGRAM,
    'not installed for the toolchain',
    String.raw`^error: ${NAME} is not installed for the toolchain`,
    by('rustup'),
  ),
  form(
    MISSING_PACKAGE,
    'missing go.sum entry',
    String.raw`missing go\.sum entry for module providing package ${NAME}${END}`,
    GO,
  ),
]
