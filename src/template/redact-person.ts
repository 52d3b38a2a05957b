/** Names that tell nothing about anybody: accounts of machines and images. */
const NOBODY = new Set(
  'root user users admin administrator ubuntu debian node app runner docker vagrant ec2-user git home test default local guest nobody www-data pi dev'.split(
    ' ',
  ),
)

/**
 * Makes a function that replaces the user's home by `~`, the user's name in paths by `<user>` and the name of the machine
 * by `<host>`, and says how often.
 */
export const createPersonHider = (place: {
  home: string
  userName?: string | undefined
  hostName?: string | undefined
}): ((text: string) => { text: string; found: string[] }) => {
  const rules = rulesOf(place)
  return (text) => {
    const found: string[] = []
    let result = text
    for (const { kind, pattern, replacement } of rules) {
      result = result.replace(pattern, () => {
        found.push(kind)
        return replacement
      })
    }
    return { text: result, found }
  }
}

interface Rule {
  kind: string
  pattern: RegExp
  replacement: string
}

const rulesOf = (place: Parameters<typeof createPersonHider>[0]): Rule[] => {
  const home = place.home.replace(/[\\/]+$/, '')
  const rules: Rule[] = []
  // A home of one letter or none would be every path.
  if (home.length > 3) {
    rules.push({ kind: 'home-path', pattern: wholePath(literal(home)), replacement: '~' })
    // In JSON the separators of Windows are doubled; agents name the folders of projects with dashes for slashes.
    if (home.includes('\\')) {
      rules.push({ kind: 'home-path', pattern: wholePath(literal(home.replaceAll('\\', '\\\\'))), replacement: '~' })
    }
    const dashed = literal(home.replaceAll(/[\\/:]/g, '-'))
    rules.push({ kind: 'home-path', pattern: new RegExp(`(?<![\\w.])${dashed}(?![\\w.])`, 'g'), replacement: '~' })
  }
  const { userName = '', hostName = '' } = place
  if (userName.length >= 2 && !NOBODY.has(userName.toLowerCase())) {
    const pattern = new RegExp(`(?<=[\\\\/])${literal(userName)}(?![\\w.-])`, 'g')
    rules.push({ kind: 'user-name', pattern, replacement: '<user>' })
  }
  if (hostName.length >= 4 && !/^localhost/i.test(hostName)) {
    rules.push({
      kind: 'host-name',
      pattern: new RegExp(`(?<![\\w.-])${literal(hostName)}(?![\\w-])`, 'g'),
      replacement: '<host>',
    })
  }
  return rules
}

const literal = (words: string): string => words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** A path that ends where its last name ends, and does not begin inside another. */
const wholePath = (path: string): RegExp => new RegExp(`(?<![\\w.~-])${path}(?![\\w.-])`, 'g')
