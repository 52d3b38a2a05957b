/**
 * Whether a path of the project may be shown by its own name: what such names are made of, few words in each part, and nothing that
 * looks like an address. Asked only of files that sessions changed themselves.
 */
export const isPathName = (path: string): boolean =>
  path.length <= LONGEST_CHARS &&
  CHARACTERS.test(path) &&
  !INSTALLED.test(path) &&
  path.split('/').every((part) => part.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).length <= MOST_WORDS)

const LONGEST_CHARS = 80
const MOST_WORDS = 6
const CHARACTERS = /^[A-Za-z0-9@./:+_()[\]$~-]+$/
/** Packages of other people that lie inside the project. */
const INSTALLED =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|third_party|bower_components|\.venv|venv|\.cargo|\.git|target|dist|build)(?:\/|$)/
