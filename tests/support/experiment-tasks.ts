import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tasks that are done by writing a number into a file. */
export const writeTasks = (folder: string, count: number): string => {
  for (let index = 1; index <= count; index++) {
    mkdirSync(join(folder, `t${index}`), { recursive: true })
    writeFileSync(
      join(folder, `t${index}`, 'task.md'),
      `---\ncheck: test "$(cat out.txt)" = "${index}"\nsolution: echo ${index} > out.txt\ntimeout: 120\n---\nWrite the number ${index} into out.txt.\n`,
    )
  }
  return folder
}
