/** Names that do not identify a person: accounts of machines and images. */
const NOBODY = new Set(
  'root user users admin administrator ubuntu debian node app runner docker vagrant ec2-user git home test default local guest nobody www-data pi dev shared public coder codespace vscode jovyan circleci gitpod hermes linuxbrew'.split(
    ' ',
  ),
)

/**
 * Makes a function that replaces the user's home by `~`, the name of the user and of every other person with a home in the
 * text by `<user>`, and the name of the machine by `<host>`, and says how often.
 */
export const createPersonHider = (place: {
  home: string
  userName?: string | undefined
  hostName?: string | undefined
}): ((text: string) => { text: string; found: string[] }) => {
  const rules = [
    ...homeRules(place.home),
    OTHER_HOME,
    ...userRules(place.userName ?? ''),
    ...hostRules(place.hostName ?? ''),
  ]
  return (text) => {
    const found: string[] = []
    let result = text
    for (const { kind, pattern, replacement } of rules) {
      result = result.replace(pattern, (match) => {
        if (kind === OTHER_HOME.kind && NOBODY.has(match.toLowerCase())) return match
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

const homeRules = (given: string): Rule[] => {
  const home = given.replace(/[\\/]+$/, '')
  // A home of one letter or none would be every path.
  if (home.length <= 3) return []
  const written = [home, encodeURIComponent(home), encodeURI(home)]
  // In JSON the separators of Windows are doubled.
  if (home.includes('\\')) written.push(home.replaceAll('\\', '\\\\'), home.replaceAll('\\', '/'))
  const rules = [...new Set(written)].map((path) => homeRule(wholePath(literal(path))))
  // Agents name the folders of projects with dashes for slashes.
  const dashed = literal(home.replaceAll(/[\\/:]/g, '-'))
  return [...rules, homeRule(new RegExp(`(?<![\\w.])${dashed}(?![\\w.])`, 'g'))]
}

const homeRule = (pattern: RegExp): Rule => ({ kind: 'home-path', pattern, replacement: '~' })

const USER = 'user-name'

/** Whose home it is: history may come from another machine, and what a colleague's program printed names the colleague. */
const OTHER_HOME: Rule = {
  kind: USER,
  pattern:
    /(?<=(?<![\w.~])(?:\/home\/|\/Users\/|[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}))[\p{L}\d_][\p{L}\d_.-]{0,63}(?=[\\/])/gu,
  replacement: '<user>',
}

const userRules = (userName: string): Rule[] => {
  if (userName.length < 2 || NOBODY.has(userName.toLowerCase())) return []
  const pattern = new RegExp(`(?<=[\\\\/]|%2F|%5C)${literal(userName)}(?![\\w.-])`, 'g')
  return [{ kind: USER, pattern, replacement: '<user>' }]
}

/** A name that could be any word is a machine only where machines are named: `npm run build` on a machine called build. */
const hostRules = (hostName: string): Rule[] => {
  const [label = ''] = hostName.split('.', 1)
  return [...new Set([hostName, label])].flatMap((name): Rule[] => {
    if (name.length < 4 || /^localhost/i.test(name)) return []
    const plain = literal(name)
    const pattern = /^[a-z]+$/i.test(name)
      ? new RegExp(`(?<=@|:\\/\\/)${plain}(?![\\w-])|(?<![\\w.-])${plain}(?=\\.(?:local|lan|home|internal)\\b)`, 'gi')
      : new RegExp(`(?<![\\w.-])${plain}(?![\\w-])`, 'gi')
    return [{ kind: 'host-name', pattern, replacement: '<host>' }]
  })
}

const literal = (words: string): string => words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** A path that ends where its last name ends, and does not begin inside another; it may follow the letter of an option. */
const wholePath = (path: string): RegExp =>
  new RegExp(`(?:(?<![\\w.~-])|(?<=(?<![\\w-])-[A-Za-z]))${path}(?![\\w.-])`, 'gi')
