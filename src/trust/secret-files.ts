/** Whether a file is there to keep secrets in, by its path. Names are compared in lower case: on some systems `.ENV` is `.env`. */
export const isSecretFile = (path: string): boolean => {
  const lower = path.toLowerCase().replaceAll('\\', '/')
  const parts = lower.split('/')
  const name = parts.at(-1) ?? ''
  const folders = parts.slice(0, -1)
  // Above the project, a directory of that name says nothing.
  const isRelative = !/^(?:\/|~|[a-z]:)/.test(lower)
  return (
    isSecretName(name) ||
    parts.some((part) => SECRET_DIRECTORIES.has(part)) ||
    (isRelative && folders.includes('secrets') && !SOURCES.test(name)) ||
    SECRET_PATH.test(`/${lower}`)
  )
}

const isSecretName = (name: string): boolean => {
  if (/\.(?:example|sample|template|dist|defaults|pub)$/.test(name)) return false
  return (
    SECRET_NAMES.has(name) ||
    /^id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-][\w-]{1,40}){0,3}$/.test(name) ||
    /^[\w.-]{0,60}(?:_rsa|_ed25519|_ecdsa|deploy[-_]key)$/.test(name) ||
    /\.(?:pem|key|p8|p12|pfx|jks|jceks|keystore|keytab|kdbx|ppk|gpg|tfstate|tfvars|ovpn)$/.test(name) ||
    /\.(?:tfstate\.backup|auto\.tfvars\.json|tfvars\.json)$/.test(name) ||
    /^\.env(?:\.|rc$|$)/.test(name) ||
    /^(?:service[-_]?account|client_secret|credentials|gcp[-_]key)[\w.-]{0,80}\.json$/.test(name) ||
    /firebase-adminsdk[\w.-]{0,80}\.json$/.test(name) ||
    /^(?:private|secret)[\w.-]{0,40}\.asc$/.test(name) ||
    /^(?:secrets?|credentials?|passwords?|tokens?)\.(?:ya?ml|json|toml|env|txt|ini|cfg|csv|properties)$/.test(name)
  )
}

const SECRET_NAMES = new Set(
  `.netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .npmrc .yarnrc.yml .pypirc .git-credentials .htpasswd .htdigest .dockercfg
   .dockerconfigjson .vault-token .boto .s3cfg .databrickscfg .snowsql .terraformrc terraform.rc .flaskenv .dev.vars local.settings.json wp-config.php
   kubeconfig kaggle.json auth.json shadow gshadow .credentials.json credentials .credentials .secret .secrets cookies.txt .erlang.cookie
   .smbcredentials .bash_history .zsh_history .psql_history .mysql_history .python_history .node_repl_history .irb_history
   .rediscli_history`.split(/\s+/),
)
const SECRET_DIRECTORIES = new Set('.ssh .gnupg .aws .azure .kube .password-store .secrets'.split(' '))
/** Code that handles secrets holds none. */
const SOURCES =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|ex|exs|md|mdx|html|css|scss|vue|svelte|tf|sql|test|snap)$/
const SECRET_PATH =
  /\/\.config\/(?:gcloud|gh|glab-cli|hub|doctl|op|rclone|sops|heroku)(?:\/|$)|\/\.docker\/config\.json$|\/\.m2\/settings(?:-security)?\.xml$|\/\.cargo\/credentials(?:\.toml)?$|\/\.terraform\.d\/credentials|\/kube\/config$|\/run\/secrets\/|\/proc\/[^/]+\/(?:environ|mem|maps)$|\/\.git\/config$/

/** Whether a pattern of file names can name a file with secrets: `.e*` can, `src/*.ts` cannot. */
export const matchesSecretFile = (pattern: string): boolean => {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  if (!/[*?[]/.test(name)) return isSecretFile(pattern)
  // `*` alone is every file, as the name of the directory is, and `*.yml` is every file of a kind.
  const literal = name.replaceAll(/[*?]|\[[^\]]*\]/g, '')
  if (!name.startsWith('.') && (literal.length < 2 || (/^\*\.[a-z]{1,5}$/i.test(name) && !isSecretFile(`x${literal}`))))
    return false
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

const SAMPLES =
  `.env .env.local .env.production .envrc .npmrc .netrc .pgpass .git-credentials .pypirc .flaskenv .dev.vars .secrets .bash_history id_rsa
   id_ed25519 id_rsa_deploy credentials credentials.json credentials.toml secrets.yml secrets.json terraform.tfvars terraform.tfstate server.key
   server.pem kubeconfig auth.json cookies.txt password.txt token.txt wp-config.php deploy_key`.split(/\s+/)
