import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Makes dist/ for the package: Node strips types in a clone, but refuses to below node_modules. */
const root = join(import.meta.dirname, '..')
const [source, target] = [join(root, 'src'), join(root, 'dist')]

const filesBelow = (directory: string, ending: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))

/** What the types of the library lead to: nobody who imports the package can come to any other. */
const publicTypes = (): Set<string> => {
  const seen = new Set([join(target, 'index.d.ts'), join(target, 'testing.d.ts')])
  for (const path of seen) {
    // Missing only where the compiler has more to say about it.
    if (!existsSync(path)) continue
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/(?:from |import\()['"](\.{1,2}\/[^'"]+)\.ts['"]/g))
      seen.add(resolve(dirname(path), `${name}.d.ts`))
  }
  return seen
}

rmSync(target, { recursive: true, force: true })
const { status, stdout, stderr } = spawnSync(
  join(root, 'node_modules', '.bin', 'tsc'),
  ['-p', 'tsconfig.build.json', '--pretty', 'false'],
  { cwd: root, encoding: 'utf8' },
)
const shown = publicTypes()

/** A type that has no name outside its file is a defect only where somebody could want to name it. */
const isHidden = (line: string): boolean => {
  const [, path = ''] = /^src\/(.+)\.ts\(\d+,\d+\): error TS4\d{3}:/.exec(line) ?? []
  return path !== '' && !shown.has(join(target, `${path}.d.ts`))
}
const complaints = stdout.split('\n').filter((line) => line !== '')
const problems = complaints.filter((line) => !isHidden(line))
if (problems.length > 0 || (status !== 0 && complaints.length === 0)) {
  process.stderr.write([...problems, stderr, ''].join('\n'))
  process.exit(1)
}

for (const path of filesBelow(target, '.d.ts')) if (!shown.has(path)) rmSync(path)
for (const path of filesBelow(source, '.mjs')) cpSync(path, join(target, relative(source, path)))
