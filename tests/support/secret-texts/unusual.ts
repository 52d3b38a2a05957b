import type { Kinds } from '../draw.ts'
import { carried, kindsOf } from '../draw.ts'

const PASSWORDS = {
  'jaas setting': 'sasl.jaas.config=org.x.PlainLoginModule required username="app" password="#";',
  'spring environment': 'SPRING_DATASOURCE_PASSWORD: "#"',
  'mongo shell auth': 'mongosh --eval \'db.auth("app", "#")\'',
  'mongo shell user': 'db.createUser({ user: "app", pwd: "#", roles: ["root"] })',
  'sql insert': "INSERT INTO users (name, password) VALUES ('ann', '#');",
  'sql where': "SELECT id FROM users WHERE name = 'ann' AND password = '#'",
  'xml key and value': '<add key="DbPassword" value="#"/>',
  'xml property': '<property name="password" value="#"/>',
  'xml entry': '<entry key="password">#</entry>',
  'property list': '<key>Password</key>\n<string>#</string>',
  'yaml folded': 'password: >-\n  #\nport: 1\n',
  'multipart form': 'Content-Disposition: form-data; name="password"\r\n\r\n#\r\n--x',
  'curl form': "curl -F 'user=ann' -F 'password=#' https://host.test/login",
  'curl key pass': "curl --cert c.pem --pass '#' https://host.test",
  'groovy call': "storePassword '#'\nkeyAlias 'upload'",
  'apk signer': "apksigner sign --ks k.jks --ks-pass 'pass:#' app.apk",
  'sentence reversed': "use '#' as the password for staging",
  'sentence login with': 'You can log in with admin / # on the test box',
  'creds pair': 'creds: admin:#',
  'credentials pair': 'Credentials: admin / #',
  'sqlite key': 'sqlcipher app.db "PRAGMA key = \'#\';"',
  'ipsec secrets': '10.0.0.1 10.0.0.2 : PSK "#"',
  'eap secrets': 'ann : EAP "#"',
  'router community': 'snmp-server community # RO',
  'router server key': 'radius-server host 10.0.0.5 key #',
  'irc identify': '/msg NickServ IDENTIFY #',
  'imap login': 'a1 LOGIN ann@host.test "#"',
  'powershell environment': '$env:DB_PASSWORD = "#"',
  'batch variable': 'set DB_PASSWORD=#\r\nrun.bat',
  'fish variable': "set -gx DB_PASSWORD '#'",
  'terraform output': '{"db_password": {"sensitive": true, "type": "string", "value": "#"}}',
  'pulumi secret': "pulumi config set --secret dbPassword '#'",
  'login function': "await login('ann@host.test', '#')",
  'basic auth call': "request.basic_auth('ann', '#')",
  'auth list': '{"url": "https://host.test", "auth": ["ann", "#"]}',
  'lua string': 'password = [[#]]',
  'graphql login': 'mutation { login(email: "ann@host.test", password: "#") { id } }',
  'bind dn': 'bindDN: cn=admin,dc=x\nbindCredentials: #',
  'vnc flag': "x11vnc -display :0 -passwd '#'",
  'kadmin flag': "kadmin.local -q 'addprinc -pw # ann'",
  'kinit printed': "echo '#' | kinit ann@HOST.TEST",
  'luks printed': "echo -n '#' | cryptsetup luksOpen /dev/sdb1 data",
  'useradd flag': "useradd -m -p '#' ann",
  'cloud init list': 'chpasswd:\n  list: |\n    root:#\n  expire: false\n',
  'cloud init plain': 'users:\n  - name: ann\n    plain_text_passwd: #\n',
  'kickstart line': 'rootpw --plaintext #',
  'preseed line': 'd-i passwd/user-password password #',
  'answer file': '<AdministratorPassword><Value>#</Value></AdministratorPassword>',
  'nodemailer object': "auth: { user: 'ann', pass: '#' }",
  'smtp library call': "server.login('ann@host.test', '#')",
  'paramiko call': "ssh.connect('host.test', username='ann', password='#')",
  'jdbc call': 'DriverManager.getConnection("jdbc:x://h/db", "app", "#")',
  'supabase link': "supabase link --project-ref abc -p '#'",
  'expo login': "npx expo login -u ann -p '#'",
  'snowsql variable': "SNOWSQL_PWD='#' snowsql -a x -u ann",
  'restic variable': "RESTIC_PASSWORD='#' restic snapshots",
  'borg variable': "BORG_PASSPHRASE='#' borg list",
  'wifi file': '[wifi-security]\nkey-mgmt=wpa-psk\npsk=#\n',
  'html password field': '<input type="password" id="p" value="#">',
  'selenium keys': 'driver.find_element(By.ID, "password").send_keys("#")',
  'playwright fill': "await page.fill('input[name=password]', '#')",
  'tool argument': '{"element": "Password field", "ref": "e5", "text": "#"}',
  'tool argument before': '{"text": "#", "ref": "e5", "element": "Password field"}',
  'tool form': '{"fields": [{"name": "Password", "type": "textbox", "ref": "e2", "value": "#"}]}',
  'field value': "document.querySelector('input[type=password]').value = '#'",
  'playwright label': "await page.getByLabel('Password').fill('#')",
  'cypress type': "cy.get('[data-test=password]').type('#')",
}

const PLAIN_PASSWORDS = {
  'ldap change': 'ldappasswd -x -D cn=admin -s # uid=ann',
  'chap secrets': 'ann * # *',
  'erlang cookie': 'erl -name a@h -setcookie #',
  'pgbouncer list': '"app" "#"\n"ro" "other"',
  'asterisk secret': '[1001]\ntype=friend\nsecret=#\n',
  'setx variable': 'setx DB_PASSWORD #',
  'az login': 'az login --service-principal -u 8c1 -p # --tenant t1',
  'dig key': 'dig -y hmac-sha256:xfer:# axfr host.test',
}

const TOKENS = {
  'vault login': 'vault login #',
  'cargo login': 'cargo login #',
  'ngrok token': 'ngrok config add-authtoken #',
  'ngrok old token': 'ngrok authtoken #',
  'aws configure': 'aws configure set aws_secret_access_key #',
  'aws table': '|  SecretAccessKey  |  #  |',
  'aws text': 'ACCESSKEY AKIAQQQQ\nSecretAccessKey: #',
  'heroku setting': 'heroku config:set SECRET_KEY_BASE=# -a shop',
  'fly setting': 'fly secrets set SESSION_KEY=#',
  'wrangler printed': "echo '#' | npx wrangler secret put API_TOKEN",
  'vercel printed': "printf '#' | vercel env add API_TOKEN production",
  'gh pipe': "echo '#' | gh secret set DEPLOY_KEY",
  'kube token flag': 'kubectl config set-credentials admin --token=#',
  'npm config': 'npm config set //registry.host.test/:_authToken #',
  'sentry login': 'sentry-cli login --auth-token #',
  'snyk auth': 'snyk auth #',
  'pat variable': 'AZURE_DEVOPS_EXT_PAT=#',
  'subscription header': 'Ocp-Apim-Subscription-Key: #',
  'splunk header': 'Authorization: Splunk #',
  'apikey header': 'Authorization: ApiKey #',
  'ssws header': 'Authorization: SSWS #',
  'token token header': 'Authorization: Token token=#',
  'genie header': 'Authorization: GenieKey #',
  'oauth1 header': 'Authorization: OAuth oauth_consumer_key="abc", oauth_token_secret="#"',
  'datadog header': 'DD-APPLICATION-KEY: #',
  'fastly header': 'Fastly-Key: #',
  'fragment token': 'https://app.test/callback%23access_token=#&expires_in=3600',
  'oauth code': 'https://app.test/callback?code=#&state=x',
  'user only url': 'git clone https://#@git.host.test/team/shop.git',
  'oauth2 url': 'git remote add origin https://oauth2:#@git.host.test/team/shop.git',
  'stream key': 'ffmpeg -i in.mp4 -f flv rtmp://live.host.test/app/#',
  'laravel key': 'APP_KEY=base64:#=',
  'rails master key': 'RAILS_MASTER_KEY=#',
  'jwt section': '{"Jwt": {"Issuer": "x", "Key": "#"}}',
  'android string': '<string name="maps_api_key">#</string>',
  'bind key': 'key "xfer" {\n  algorithm hmac-sha256;\n  secret "#";\n};',
  'vapid key': 'VAPID_PRIVATE_KEY=#',
  'signing secret': 'SLACK_SIGNING_SECRET=#',
  'kubeconfig data': '    client-key-data: #',
  'consul secret': 'AccessorID:       x\nSecretID:         #',
  'hmac setter': 'crypto.createHmac("sha256", "#").update(body)',
  'jwt sign': "jwt.sign({ id: 1 }, '#', { expiresIn: '1h' })",
  'jwt verify': 'jwt.decode(token, "#", algorithms=["HS256"])',
  'client constructor': 'const client = new Client("#")',
  'openai constructor': 'client = OpenAI(api_key="#")',
  'bearer in quotes': 'headers = {"Authorization": "Bearer " + "#"}',
  'postman variable': '{"key": "apiToken", "value": "#", "type": "secret"}',
  'har header': '{"name": "x-api-key", "value": "#"}',
  'insomnia token': 'token: "#"\nprefix: Bearer',
  'log masked badly': '[debug] using access token: # (expires in 3600)',
  'websocket url': 'wss://socket.host.test/?token=#',
  'cookie call': 'document.cookie = "session=#; path=/"',
  'csrf meta': '<meta name="csrf-token" content="#">',
  'two lines': 'API token:\n#',
  'created token': 'Token created: #',
  'new secret key': 'Your new secret key (shown once):\n\n    #\n',
  'environment dump': 'HOME=/root\nGITLAB_PRIVATE_TOKEN=#\nLANG=C',
  'declare dump': 'declare -x CLOUDFLARE_API_TOKEN="#"',
  'docker inspect': '"Env": ["PATH=/bin", "SECRET_TOKEN=#"]',
}

/** Kinds that were made to find what the rules do not know: each with surroundings that none of the other lists has. */
export const UNUSUAL_KINDS: Kinds = {
  ...kindsOf((draw) => draw.password(), PASSWORDS),
  ...kindsOf((draw) => draw.plainPassword(), PLAIN_PASSWORDS),
  ...kindsOf(
    (draw) => draw.oneOf([() => draw.mixed(30), () => draw.hex(40), () => draw.small(26), () => draw.url64(36)])(),
    TOKENS,
  ),
  'wordpress salt': (draw) =>
    carried(
      `${draw.mixed(12)} ${draw.mixed(10)}&${draw.mixed(8)}|${draw.mixed(20)}`,
      (secret) => `define('AUTH_KEY', '${secret}');`,
    ),
  'django signs': (draw) =>
    carried(
      `${draw.small(12)}#${draw.small(10)}$${draw.small(8)}^${draw.small(12)}`,
      (secret) => `SECRET_KEY = 'django-insecure-${secret}'`,
    ),
  'otp groups': (draw) => {
    const groups = [1, 2, 3, 4].map(() => draw.base32(4)).join(' ')
    return [groups, `2FA secret: ${groups}`]
  },
  'recovery codes': (draw) => {
    const code = `${draw.hex(5)}-${draw.hex(5)}`
    return [code, `Recovery codes:\n${code}\n${draw.hex(5)}-${draw.hex(5)}\n`]
  },
  'app password': (draw) => {
    const groups = [1, 2, 3, 4].map(() => draw.from('abcdefghijklmnopqrstuvwxyz')(4)).join('-')
    return [groups, `xcrun notarytool submit app.zip --apple-id ann@host.test --password ${groups}`]
  },
  'app password flag': (draw) => {
    const groups = [1, 2, 3, 4].map(() => draw.from('abcdefghijklmnopqrstuvwxyz')(4)).join('-')
    return [groups, `xcrun altool --upload-app -f app.ipa -u ann@host.test -p ${groups}`]
  },
  'encoded private key': (draw) =>
    carried(`LS0tLS1CRUdJTiBPUEVOU1NI${draw.base64(200)}`, (secret) => `echo ${secret} | base64 -d > deploy`),
  'solana key': (draw) => {
    const numbers = Array.from({ length: 64 }, () => String(Number(draw.digits(2)) + 100)).join(',')
    return [numbers, `[${numbers}]`]
  },
  'bitcoin key': (draw) =>
    carried(
      `L${draw.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')(51)}`,
      (secret) => `bitcoin-cli importprivkey "${secret}"`,
    ),
  'extended key': (draw) =>
    carried(
      `xprv9s21ZrQH143K${draw.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')(95)}`,
      (secret) => secret,
    ),
  'nostr key': (draw) =>
    carried(`nsec1${draw.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l')(58)}`, (secret) => `nostr ${secret}`),
  'stellar key': (draw) => carried(`S${draw.base32(55)}`, (secret) => `stellar keys add ann --secret-key ${secret}`),
  'mapbox secret': (draw) => carried(`sk.eyJ1Ijoi${draw.url64(40)}.${draw.url64(22)}`, (secret) => `MAPBOX=${secret}`),
  'google hmac': (draw) =>
    carried(draw.base64(40), (secret) => `gs_access_key_id = GOOG1EABC\ngs_secret_access_key = ${secret}`),
  'minisign key': (draw) =>
    carried(`RWRTY0Iy${draw.base64(200)}`, (secret) => `untrusted comment: minisign encrypted secret key\n${secret}`),
  'ntlm dump': (draw) =>
    carried(draw.hex(32), (secret) => `Administrator:500:aad3b435b51404eeaad3b435b51404ee:${secret}:::`),
  'smtp dialog': (draw) =>
    carried(
      `${draw.base64(16)}==`,
      (secret) => `AUTH LOGIN\n334 VXNlcm5hbWU6\nYW5u\n334 UGFzc3dvcmQ6\n${secret}\n235 ok`,
    ),
  'youtube stream': (draw) => {
    const key = [1, 2, 3, 4, 5].map(() => draw.small(4)).join('-')
    return [key, `ffmpeg -re -i in.mp4 -f flv rtmp://a.rtmp.youtube.com/live2/${key}`]
  },
  'confluent pair': (draw) => carried(draw.base64(64), (secret) => `basic.auth.user.info=ABCDEFGH12345678:${secret}`),
}
