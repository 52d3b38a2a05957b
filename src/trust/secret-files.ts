/** Whether a file is there to keep secrets in, by its path. Names are compared in lower case: on some systems `.ENV` is `.env`. */
export const isSecretFile = (path: string): boolean => {
  const lower = path.toLowerCase().replaceAll('\\', '/')
  const parts = lower.split('/')
  const name = parts.at(-1) ?? ''
  return isSecretName(name) || parts.some((part) => SECRET_DIRECTORIES.has(part)) || SECRET_PATH.test(`/${lower}`)
}

const isSecretName = (name: string): boolean =>
  SECRET_NAMES.has(name) ||
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/.test(name) ||
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|gpg|tfstate)$/.test(name) ||
  (/^\.env(?:\.|rc$|$)/.test(name) && !/\.(?:example|sample|template|dist|defaults)$/.test(name)) ||
  /^(?:service-account|client_secret|credentials)[\w.-]{0,80}\.json$/.test(name) ||
  /^secrets?\.(?:ya?ml|json|toml|env)$/.test(name)

const SECRET_NAMES = new Set(
  '.netrc _netrc .pgpass .my.cnf .npmrc .pypirc .git-credentials .htpasswd .dockercfg .vault-token .boto .s3cfg auth.json shadow gshadow .credentials.json credentials .bash_history .zsh_history .psql_history .mysql_history .python_history .node_repl_history'.split(
    ' ',
  ),
)
const SECRET_DIRECTORIES = new Set('.ssh .gnupg .aws .azure .kube .password-store'.split(' '))
const SECRET_PATH =
  /\/\.config\/(?:gcloud|gh|op|rclone)(?:\/|$)|\/\.docker\/config\.json$|\/proc\/[^/]+\/(?:environ|mem|maps)$|\/\.git\/config$/

/** Whether a pattern of file names can name a file with secrets: `.e*` can, `src/*.ts` cannot. */
export const matchesSecretFile = (pattern: string): boolean => {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  if (!/[*?[]/.test(name)) return isSecretFile(pattern)
  // `*` alone is every file, as the name of the directory is.
  if (!name.startsWith('.') && name.replaceAll(/[*?]|\[[^\]]*\]/g, '').length < 2) return false
  const source = name
    .replaceAll(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll(/\[[!^]?[^\]]*\]/g, '.')
    .replaceAll('[', '\\[')
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.')
  const matcher = new RegExp(`^${source}$`, 'i')
  // The shell leaves out names that begin with a dot unless the pattern begins with one.
  return SAMPLES.some((sample) => (!sample.startsWith('.') || name.startsWith('.')) && matcher.test(sample))
}
const SAMPLES = [
  '.env',
  '.env.local',
  '.env.production',
  '.envrc',
  '.npmrc',
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.pypirc',
  'id_rsa',
  'id_ed25519',
  'credentials',
  'secrets.yml',
]
