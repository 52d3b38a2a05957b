import { clineExtension } from '../cline-extension.ts'

/** Kilo Code: Cline's format, below another extension. What differs is in README.md. */
export const kiloCode = clineExtension({
  name: 'kilo-code',
  title: 'Kilo Code',
  version: 1,
  extension: 'kilocode.kilo-code',
})
