import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Makes dist/ for the package: Node strips types in a clone, but refuses to below node_modules. */
const root = join(import.meta.dirname, '..')
rmSync(join(root, 'dist'), { recursive: true, force: true })
execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile() && path.endsWith('.mjs')) cpSync(path, join(root, 'dist', relative(join(root, 'src'), path)))
}
