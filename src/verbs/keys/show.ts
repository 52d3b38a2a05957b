import type { KeyList } from './operation.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: 'whose', shrink: 'end', least: 4 },
  { title: 'fingerprint' },
  { title: 'since', drop: 1 },
]

/** Prints the own key, for sending to others, and the trusted keys. */
export const keyLines = ({ own, trusted, changed }: KeyList, screen: Screen): string[] => [
  ...changedLines(changed, screen),
  ...(own === null
    ? wrap('You have no key yet: the first `warmstart export` makes one.', screen.width)
    : renderFacts(
        [
          ['your key', own.fingerprint],
          ['public', own.publicKey, 'whole'],
          ['private', own.path, 'whole'],
        ],
        screen,
      )),
  ...renderSection(
    'Trusted keys',
    trusted.length === 0
      ? []
      : renderTable(
          COLUMNS,
          trusted.map(({ label, fingerprint, addedAt }) => [toPlainLine(label), fingerprint, addedAt.slice(0, 10)]),
          screen,
        ),
    screen,
  ),
  '',
  ...renderRemark(trusted.length === 0 ? NOBODY : SOMEBODY, screen),
]

const NOBODY =
  'You trust nobody else yet: `warmstart keys trust FILE_OR_KEY --label NAME` lets packs of a key in, still into quarantine.'
const SOMEBODY = 'Packs of trusted keys are let in, into quarantine. `warmstart keys forget FINGERPRINT` ends that.'

const SAID = {
  trusted: 'is trusted from now on. Have you compared these digits with its owner?',
  renamed: 'has a new label.',
  unchanged: 'was trusted already.',
  forgotten: 'is not trusted any more. What came from it stays as it is.',
}

const changedLines = (changed: KeyList['changed'], { width }: Screen): string[] =>
  changed === null
    ? []
    : [...wrap(`${changed.key.fingerprint} (${toPlainLine(changed.key.label)}) ${SAID[changed.how]}`, width), '']
