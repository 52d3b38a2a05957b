import type { Kinds } from '../draw.ts'
import { carried, kindsOf } from '../draw.ts'

const PASSWORDS = {
  'secret string': "aws secretsmanager put-secret-value --secret-id prod/db --secret-string '#'",
  'parameter value': "aws ssm put-parameter --name /prod/db --type SecureString --value '#'",
  'sshpass variable': "SSHPASS='#' sshpass -e scp a b:",
  'vpn login': '<auth-user-pass>\nann\n#\n</auth-user-pass>',
  'windows wifi': '    Key Content            : #',
  'mysql admin': "mysqladmin -u root password '#'",
  'redis user': 'ACL SETUSER app on ># ~* +@all',
  'odbc braces': 'Driver={ODBC Driver 18 for SQL Server};Server=tcp:db,1433;UID=sa;PWD={#};',
  'password reset': 'Password for the [elastic] user successfully reset.\nNew value: #',
  'name and value': '- name: DB_PASSWORD\n  value: #',
  'value and name': '{"value":"#","name":"API_SECRET"}',
  'typed constant': 'PASSWORD: Final[str] = "#"',
  'three quotes': 'password = """\n#\n"""',
  'fallback value': 'password: process.env.DB_PASS ?? "#",',
  'element with a prefix': '<wsse:Password Type="x:PasswordText">#</wsse:Password>',
  'character data': '<password><![CDATA[#]]></password>',
  'bold label': '**Password:** `#`',
  'passwd twice': "printf '%s\\n' '#' | passwd ann",
  'sudo here string': "sudo -S ls <<< '#'",
  'image password': "echo -n '#' | hdiutil create -stdinpass -encryption -size 1g x.dmg",
  'docker secret': "printf '#' | docker secret create db_pw -",
  'secret file': 'echo "#" > /run/secrets/db_password',
  'vault file': "echo '#' > .vault_pass && ansible-vault view x.yml",
  'signtool slash': 'signtool sign /f c.pfx /p # /fd sha256 a.exe',
  'macos user': "dscl . -passwd /Users/ann '#'",
  'drush user': 'drush user:password admin "#"',
  'superuser call': "User.objects.create_superuser('ann', 'ann@host.test', '#')",
  'hash call': "bcrypt.hash('#', 10)",
  'changed user': 'db.changeUserPassword("app", "#")',
  'expected prompt': "child.expect('Password:')\nchild.sendline('#')",
  'perl connect': 'DBI->connect("dbi:mysql:shop", "app", "#");',
  'board wifi': 'WiFi.begin("cafe", "#");',
  'symmetric encryption': "select pgp_sym_encrypt(data, '#')",
  'password dash': 'password - #',
  'password in brackets': 'ssh as root (password #) to host.test',
  'log in with': 'log in as ann with password # and check the orders',
  'test account': 'test account: ann@host.test / #',
  'quoted prompt': "Password for 'https://ann@host.test': #",
  'user and password': 'poll host.test proto imap user "ann" password "#"',
  'keyword map': '{:db {:password "#"}}',
  'list of passwords': '{"passwords":["#","x"]}',
  'aligned setting': 'ftp_password    #',
  'dumped array': '[password] => #',
  'commented password': '<!-- admin password: # -->',
  'database rows': ' id | email | password \n----+-------+----------\n  1 | a@host.test | #',
  'database box': '+----+----------+\n| id | db_password |\n+----+----------+\n|  1 | # |\n+----+----------+',
  'french words': 'connectez-vous avec le mot de passe #',
  'french letters': 'mdp: #',
  'spanish words': 'usa la contraseña # para entrar',
  'catalan word': 'contrasenya: #',
  'german words': 'Bitte mit Benutzer root und Passwort # anmelden',
  'german code': 'Zugangscode: #',
  'polish words': 'użyj hasła #',
  'russian words': 'с паролем # вход работает',
  'russian sentence': 'пароль от сервера #',
  'turkish word': 'parolası #',
  'hungarian words': 'a jelszó #',
  'chinese words': '请使用密码#登录',
}

const PLAIN_PASSWORDS = {
  'curl cluster': 'curl -sSuann:# https://host.test/x',
  'bundle setting': 'bundle config set --global gems.host.test ci:#',
  'docker variable': 'ENV DB_PASS #',
  'postfix map': '[smtp.host.test]:587 ann:#',
  'name and value options': 'eas secret:create --name DB_PASSWORD --value #',
  'form fields': 'curl --form "key=DB_PASSWORD" --form "value=#" https://host.test/variables',
  'question and answer': 'Q: What is your database password?\nA: #',
  'cvs root': ':pserver:ann:#@cvs.host.test:/root',
  'process substitution': "geth account unlock --password <(echo '#')",
}

const HASHES = {
  'wandb login': 'wandb login #',
  'cisco secret': 'enable secret 5 #',
  'client of two': 'twilio.Client("AC0123", "#")',
  'search client': "algoliasearch('APPID12345', '#')",
  'pass phrase': 'fingerprint=x\npass_phrase=#',
  'key file shown': '$ cat config/master.key\n#',
}

/** Kinds that two later lists held and that the rules did not know then. */
export const FURTHER_KINDS: Kinds = {
  ...kindsOf((draw) => draw.password(), PASSWORDS),
  ...kindsOf((draw) => draw.plainPassword(), PLAIN_PASSWORDS),
  ...kindsOf((draw) => draw.hex(32), HASHES),
  'letters alone': (draw) => carried(`q${draw.letters(4)}XkV${draw.letters(6)}Zt`, (secret) => `password=${secret}`),
  'a word, a dot, a word': (draw) =>
    carried(`${draw.word()}.Velvet${draw.digits(3)}`, (secret) => `password=${secret}`),
  'clickhouse header': (draw) => carried(draw.mixed(14), (secret) => `curl -H 'X-ClickHouse-Key: ${secret}' https://x`),
  'shell variable': (draw) => carried(`${draw.mixed(14)}7b`, (secret) => `set -gx OPENROUTER_KEY ${secret}`),
  'web settings': (draw) =>
    carried(draw.short(16), (secret) => `{"Jwt":{"Issuer":"a","Key":"${secret}"},"Logging":{}}`),
  'salted hash': (draw) => carried(draw.base64(32), (secret) => `rootpw {SSHA}${secret}`),
  'static vpn key': (draw) => {
    const lines = [1, 2, 3].map(() => draw.hex(32)).join('\n')
    return [lines, `-----BEGIN OpenVPN Static key V1-----\n${lines}\n-----END OpenVPN Static key V1-----`]
  },
  'disk recovery key': (draw) => {
    const key = [1, 2, 3, 4, 5, 6, 7, 8].map(() => draw.digits(6)).join('-')
    return [key, `Recovery Key:\n      ${key}`]
  },
  'authenticator seed': (draw) => {
    const groups = [1, 2, 3, 4, 5, 6, 7, 8].map(() => draw.base32(4).toLowerCase()).join(' ')
    return [groups, `Setup key: ${groups}`]
  },
  'one-time code': (draw) => carried(`${draw.digits(5)}7`, (secret) => `Your verification code is ${secret}.`),
  'oath command': (draw) => carried(draw.base32(32), (secret) => `oathtool --totp -b ${secret}`),
  'state of a random password': (draw) =>
    carried(
      draw.short(16),
      (secret) => `{"type":"random_password","instances":[{"attributes":{"result":"${secret}"}}]}`,
    ),
  'saml answer': (draw) => carried(draw.base64(400), (secret) => `<input name="SAMLResponse" value="${secret}">`),
}
