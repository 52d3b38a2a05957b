/**
 * Backends that were tested only with a stand-in for their program. Kept here so that a view needs not load the
 * backend.
 */
const EXPERIMENTAL: ReadonlySet<string> = new Set(['docker', 'singularity', 'modal'])

/**
 * The note shown wherever such a backend is chosen or listed; undefined for backends that were run against the real
 * program.
 */
export const experimentalNote = (backend: string): string | undefined =>
  EXPERIMENTAL.has(backend)
    ? `${backend} is experimental: it was tested with a stand-in for its program, not yet with the real thing`
    : undefined
