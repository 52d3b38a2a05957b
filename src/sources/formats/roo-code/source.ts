import { clineExtension } from '../cline-extension.ts'

/** Roo Code: Cline's format, below another extension. What differs is in README.md. */
export const rooCode = clineExtension({
  name: 'roo-code',
  title: 'Roo Code',
  version: 1,
  extension: 'rooveterinaryinc.roo-cline',
})
