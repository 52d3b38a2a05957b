/** A text that a secret can stand in, made from the secret. */
export type Carriers = Record<string, (secret: string) => string>

const twice = (value: unknown): string => JSON.stringify({ role: 'tool', content: JSON.stringify(value) })

/** Nothing here calls the value a secret: only its own form can give it away. */
export const BARE_CARRIERS: Carriers = {
  'argument: quoted': (secret) => `deploy run '${secret}' --fast`,
  'argument: short flag': (secret) => `deploy -x ${secret} && echo done`,
  'json: a text': (secret) => JSON.stringify({ ok: true, text: `first\n${secret}\nlast`, count: 2 }),
  'json: in json': (secret) => twice({ value: secret, count: 2 }),
  'url: parameter': (secret) =>
    `see https://api.host.test/v1/items?first=1&v=${encodeURIComponent(secret)}&last=2 for more`,
  'url: path': (secret) => `GET https://api.host.test/v1/${encodeURIComponent(secret)}/items 200`,
  'log: sentence': (secret) => `2025-03-01T10:00:00Z INFO connected with ${secret} in 12 ms`,
  'log: brackets': (secret) => `[2025-03-01 10:00:00] [worker-3] <${secret}> accepted`,
  'code: handed to a function': (secret) => `  const client = new Client("${secret}", { retries: 3 })`,
  'code: python': (secret) => `client = connect('${secret}', timeout=3)  # main\n`,
}

/** What surrounds the value says what it is. */
export const NAMED_CARRIERS: Carriers = {
  'argument: option': (secret) => `tool login --api-key ${secret} --fast`,
  'argument: option with equals': (secret) => `tool login --token='${secret}' --fast`,
  'argument: header': (secret) => `curl -s -H "X-Api-Key: ${secret}" https://host.test/v1`,
  'argument: bearer': (secret) => `curl -H 'Authorization: Bearer ${secret}' https://host.test/v1`,
  'argument: variable': (secret) => `docker run -e API_TOKEN='${secret}' image:1`,
  'argument: configure': (secret) => `aws configure set aws_secret_access_key '${secret}' --profile x`,
  'json: field': (secret) => JSON.stringify({ user: 'someone', auth_token: secret, count: 2 }),
  'json: camel': (secret) => JSON.stringify({ config: { clientSecret: secret } }, null, 2),
  'json: in json': (secret) => twice({ api_key: secret, count: 2 }),
  'json: name and value': (secret) => JSON.stringify({ env: [{ name: 'API_TOKEN', value: secret }] }),
  'url: access_token': (secret) => `GET https://host.test/v1?first=1&access_token=${encodeURIComponent(secret)}&last=2`,
  'url: key': (secret) => `https://host.test/maps?key=${encodeURIComponent(secret)}`,
  'url: password': (secret) => `postgres://app:${encodeURIComponent(secret)}@db.host.test:5432/app`,
  'url: fragment': (secret) => `https://host.test/cb#access_token=${encodeURIComponent(secret)}&type=x`,
  'log: setting': (secret) => `2025-03-01T10:00:00Z INFO connecting SERVICE_SECRET=${secret} attempt 1`,
  'log: words': (secret) => `[info] authenticating with token ${secret}`,
  'log: colon': (secret) => `WARN auth: invalid API key: ${secret}`,
  'log: is': (secret) => `the secret is ${secret}`,
  'log: brackets': (secret) => `[auth] password=[${secret}] user=[bob]`,
  'log: quoted': (secret) => `ERROR rejected credential "${secret}" (attempt 2)`,
  'code: typescript': (secret) => `  const clientSecret = "${secret}"`,
  'code: typed': (secret) => `  private readonly apiKey: string = '${secret}'`,
  'code: python': (secret) => `API_KEY = '${secret}'\nclient = connect(API_KEY)\n`,
  'code: go': (secret) => `\ttoken := "${secret}"\n\tclient.Do(token)`,
  'code: setenv': (secret) => `os.Setenv("SERVICE_TOKEN", "${secret}")`,
  'code: setter': (secret) => `client.setApiKey("${secret}");`,
  'code: header': (secret) => `headers = {"X-Auth-Token": "${secret}", "Accept": "*/*"}`,
  'env file': (secret) => `# settings\nAPI_SECRET=${secret}\nDEBUG=1\n`,
  'env file quoted': (secret) => `DB_PASSWORD="${secret}"\nDEBUG=1\n`,
  'shell export': (secret) => `export MY_TOKEN='${secret}'\nmake`,
  yaml: (secret) => `service:\n  api_key: ${secret}\n  retries: 3\n`,
  'yaml quoted': (secret) => `service:\n  password: "${secret}"\n  retries: 3\n`,
  toml: (secret) => `[service]\nsecret_key = "${secret}"\n`,
  'connection string': (secret) => `Server=db.host.test;User Id=app;Password=${secret};Encrypt=true`,
  dockerfile: (secret) => `FROM node:24\nENV API_KEY ${secret}\nRUN make\n`,
  markdown: (secret) => `- **API key**: \`${secret}\`\n- region: eu\n`,
  'markdown table': (secret) => `| name | value |\n|---|---|\n| access token | ${secret} |\n`,
  xml: (secret) => `<add key="Password" value="${secret}" />`,
}
