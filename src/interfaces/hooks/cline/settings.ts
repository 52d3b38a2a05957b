import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import { hookCommand } from '../command-line.ts'
import type { Installer } from '../installer.ts'
import { sealedFile } from '../sealed-file.ts'

/** A hook is a program with the name of its event; each event has room for one. */
const EVENTS = ['TaskStart', 'TaskResume', 'UserPromptSubmit', 'PostToolUse'] as const

const directoryOf = ({ home }: Place): string => join(home, 'Documents', 'Cline')

const filesOf = (place: Place, program: string) =>
  EVENTS.map((event) =>
    sealedFile({
      name: event,
      path: join(directoryOf(place), 'Hooks', event),
      mode: 0o755,
      comment: '#',
      text: `#!/bin/sh\n${hookCommand(program, 'cline')}\n`,
    }),
  )

/** Programs in `~/Documents/Cline/Hooks`, which hold for every project. */
export const settings: Installer = {
  agent: 'cline',
  title: 'Cline',
  directory: directoryOf,
  about: {
    writes: [['~/Documents/Cline/Hooks/', `programs called ${EVENTS.map((event) => `\`${event}\``).join(', ')}`]],
    moments: { start: '`TaskStart`', message: '`UserPromptSubmit`', failure: '`PostToolUse`' },
  },
  files: (place) => filesOf(place, ''),
  plan: async ({ app: { place }, program }) => ({
    files: filesOf(place, program),
    next: [
      'Turn hooks on in the settings of Cline, and see that they are switched on in its list of hooks.',
      'Its command line (3.0) does not read what hooks answer at the start and at a message; there `warmstart lessons write AGENTS.md` helps.',
      'It says nothing after a compaction and at the end: run `warmstart sync` now and then.',
    ],
  }),
}
