import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { createMountAnswers } from './mount-answers.ts'

const MOUNTS = `22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
36 22 0:40 / /mnt/share rw,noatime shared:1 - nfs4 server:/share rw
37 22 0:41 / /mnt/my\\040disk rw - fuse.sshfs host:/ rw
38 36 0:42 / /mnt/share/fast rw - ext4 /dev/sdb rw
`

const check = (hung: string[]) => {
  const asked: string[] = []
  const answers = createMountAnswers({
    mountinfo: () => MOUNTS,
    probe: (path) => {
      asked.push(path)
      return !hung.includes(path)
    },
  })
  return { asked, answers }
}

test('a path of this machine answers without being asked', () => {
  const { asked, answers } = check(['/mnt/share'])
  assert.equal(answers('/home/sam/shop'), true)
  assert.equal(answers('/mnt/shared'), true)
  assert.deepEqual(asked, [])
})

test('a mount of another machine is asked once, whatever is looked for below it', () => {
  const { asked, answers } = check(['/mnt/share'])
  assert.deepEqual(
    [answers('/mnt/share'), answers('/mnt/share/shop'), answers('/mnt/my disk/shop')],
    [false, false, true],
  )
  assert.deepEqual(asked, ['/mnt/share', '/mnt/my disk'])
})

test('without a list of mounts everything answers', () => {
  assert.equal(createMountAnswers({ mountinfo: () => '', probe: () => false })('/mnt/share'), true)
})

test('a real directory answers when it is asked from a thread', () => {
  const place = tmpdir()
  const answers = createMountAnswers({ mountinfo: () => `1 0 0:1 / ${place} rw - nfs x rw\n` })
  assert.equal(answers(place), true)
})
