import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecretFile, matchesSecretFile } from './secret-files.ts'

const SECRET =
  `.env .ENV sub/.env.production .envrc .flaskenv .dev.vars .npmrc .yarnrc.yml .netrc id_rsa deploy/id_ed25519 id_rsa_deploy
  keys/github_rsa deploy_key server.pem server.key tls.p12 vpn.ovpn terraform.tfvars prod.auto.tfvars.json terraform.tfstate.backup secrets.yml
  password.txt tokens.json credentials.toml .cargo/credentials.toml .m2/settings.xml serviceAccountKey.json app-firebase-adminsdk-x1.json
  service-account.json kubeconfig kube/config .docker/config.json .config/gh/hosts.yml .git/config wp-config.php local.settings.json .secrets
  secrets/prod.txt deploy/secrets/db.yaml .secrets/x /run/secrets/db private-key.asc cookies.txt ~/.aws/config /proc/self/environ`.split(
    /\s+/,
  )
const PLAIN =
  `.env.example .env.sample env.ts environment.ts id_rsa.pub terraform.tfvars.example secrets.ts src/secrets/index.ts tests/secrets/load.test.ts
  token.ts tokenizer.json tokens.css password.tsx key.ts keys.json public.asc server.crt package.json .github/workflows/ci.yml config.yml settings.xml
  /home/ann/secrets/shop/package.json credentials.ts credentials.yml.enc auth.ts monkey.py .gitignore README.md kube/deploy.yaml`.split(
    /\s+/,
  )

test('files that keep secrets are known by their names, wherever they lie', () => {
  assert.deepEqual(
    SECRET.filter((path) => !isSecretFile(path)),
    [],
  )
  assert.deepEqual(PLAIN.filter(isSecretFile), [])
})

test('a pattern that fits such a name counts like the name, and one that fits a kind of files does not', () => {
  const fits = ['.e*', '.en?', '.[e]nv', '.*', 'id_*', 'secret*', '*.tfvars', 'sub/.env*', 'cred*', '*.pem', 'tok*.txt']
  const plain = ['*', '*.ts', '*.yml', '*.json', 'src/*.ts', '.github/*', 'docs/*.md', '*.test.*', 'package*.json']
  assert.deepEqual(
    fits.filter((pattern) => !matchesSecretFile(pattern)),
    [],
  )
  assert.deepEqual(plain.filter(matchesSecretFile), [])
})
