import type { Draw, Kinds } from '../draw.ts'
import { carried } from '../draw.ts'

const withPassword =
  (text: string) =>
  (draw: Draw): readonly [string, string] =>
    carried(draw.password(), (secret) => text.replace('#', () => secret))
const withPlainPassword =
  (text: string) =>
  (draw: Draw): readonly [string, string] =>
    carried(draw.plainPassword(), (secret) => text.replace('#', () => secret))
const withToken =
  (text: string) =>
  (draw: Draw): readonly [string, string] =>
    carried(
      draw.oneOf([() => draw.mixed(30), () => draw.hex(40), () => draw.small(26), () => draw.url64(36)])(),
      (secret) => text.replace('#', () => secret),
    )
const withShortToken =
  (text: string) =>
  (draw: Draw): readonly [string, string] =>
    carried(draw.short(12 + (draw.digits(1).charCodeAt(0) % 4)), (secret) => text.replace('#', () => secret))

const all = (make: (text: string) => (draw: Draw) => readonly [string, string], texts: Record<string, string>): Kinds =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, make(text)]))

const PASSWORDS = {
  'yaml password': 'database:\n  user: app\n  password: #\n  pool: 5\n',
  'yaml quoted password': 'database:\n  password: "#"\n',
  'properties password': 'spring.datasource.username=app\nspring.datasource.password=#\n',
  'env file password': 'DEBUG=0\nSMTP_PASSWORD=#\nPORT=25\n',
  'env file pass': 'MAIL_USER=ann\nMAIL_PASS=#\n',
  'json password': '{"user": "ann", "password": "#", "port": 5432}',
  'json pwd': '{"uid":"ann","pwd":"#"}',
  'python keyword': "connect(host='db', user='app', password='#')",
  'python dictionary': "SETTINGS = {'USER': 'app', 'PASSWORD': '#'}",
  'ruby symbol': 'db = { user: "app", password: "#" }',
  'ruby arrow': ':password => "#",',
  'php array': "'password' => '#',",
  'java field': 'private String dbPassword = "#";',
  'typescript option': "const pool = new Pool({ user: 'app', password: '#' })",
  'go field': 'cfg := Config{User: "app", Password: "#"}',
  'rust field': 'Config { user: "app".into(), password: "#".into() }',
  'c string': 'static const char *password = "#";',
  'shell variable': 'password=\'#\'\nlogin "$password"',
  'shell export': "export DB_PASSWORD='#'",
  'dotnet secret': '"ConnectionStrings:Password": "#"',
  'wpa psk': 'network={\n  ssid="Home"\n  psk="#"\n}',
  'sentence is': 'The password is "#", keep it.',
  'sentence colon': 'Here you go. Password: # (change it soon)',
  'sentence passphrase': 'Passphrase: #',
  'prompt transcript': 'Username: ann\nPassword: #\nWelcome back',
  'log line': '2025-03-01T10:00:00Z DEBUG login user=ann password=# ok',
  'pw short name': 'user: ann\npw: #\n',
}
const PLAIN_PASSWORDS = {
  'toml password': '[database]\nuser = "app"\npassword = "#"\n',
  'ini password': '[client]\nuser = app\npassword = #\n',
  'ini pass': '[smtp]\npass=#\n',
  'netrc line': 'machine host.test login ann password #',
  'netrc lines': 'machine host.test\nlogin ann\npassword #\n',
  'pgpass line': 'db.host.test:5432:shop:app:#',
  'pgpass stars': 'localhost:*:*:app:#',
  'my.cnf line': '[mysqldump]\nuser=root\npassword=#\n',
  'redis setting': 'port 6379\nrequirepass #\nappendonly yes\n',
  'redis replica': 'masterauth #\n',
  'maven password': '<server><id>r</id><username>ann</username><password>#</password></server>',
  'xml attribute': '<user name="ann" password="#"/>',
  'nuget password': '<add key="ClearTextPassword" value="#" />',
  'mysql statement': "CREATE USER 'app'@'localhost' IDENTIFIED BY '#';",
  'mysql plugin': "ALTER USER 'app'@'%' IDENTIFIED WITH mysql_native_password BY '#';",
  'oracle statement': 'CREATE USER app IDENTIFIED BY #;',
  'postgres statement': "ALTER ROLE app WITH PASSWORD '#';",
  'postgres encrypted': "CREATE USER app ENCRYPTED PASSWORD '#';",
  'sql server statement': "CREATE LOGIN app WITH PASSWORD = '#';",
  'set password': "SET PASSWORD FOR 'app'@'%' = PASSWORD('#');",
  'router line': 'username ann password 0 #\n',
  'router enable': 'enable password #\n',
  'prompt for': 'Password for ann: #',
  'html input': '<input type="password" name="p" value="#">',
  'html row': '<tr><th>Password</th><td>#</td></tr>',
  'html definition': '<dl><dt>Password</dt><dd>#</dd></dl>',
  'html bold': '<p><b>Password:</b> #</p>',
  'html code': '<p>The password is <code>#</code>.</p>',
  'markdown row': '| host | password |\n|---|---|\n| db | # |\n',
  'markdown bold': '**Password**: `#`',
  'sentence as': 'Please use "#" as the password.',
  'kubernetes plain': 'kind: Secret\nmetadata:\n  name: app\nstringData:\n  login: #\n',
  'ansible inventory': 'web1 ansible_host=10.0.0.4 ansible_password=#\n',
  'systemd environment': '[Service]\nEnvironment=DB_PASSWORD=#\n',
  'compose list': '    environment:\n      - MYSQL_ROOT_PASSWORD=#\n',
  'compose map': '    environment:\n      MYSQL_ROOT_PASSWORD: #\n',
  'dockerfile argument': 'ARG DB_PASSWORD=#\nRUN make\n',
  'python login': "server.login('ann@host.test', '#')",
  'python basic auth': "requests.get(url, auth=('ann', '#'))",
  'csharp credential': 'new NetworkCredential("ann", "#")',
  'java connection': 'DriverManager.getConnection(url, "app", "#")',
  'php define': "define('DB_PASSWORD', '#');",
  'php mysqli': "mysqli_connect('db', 'app', '#', 'shop')",
}
const TOKENS = {
  'env token': 'PATH=/bin\nSERVICE_TOKEN=#\nHOME=/root\n',
  'env key': 'STRIPE_KEY=#\n',
  'export secret': 'export CLIENT_SECRET="#"',
  'json api key': '{"api_key": "#", "region": "eu"}',
  'json client secret': '{"clientId": "web", "clientSecret": "#"}',
  'json refresh token': '{"token_type": "bearer", "refresh_token": "#", "expires_in": 3600}',
  'json name and value': '{"env": [{"name": "API_TOKEN", "value": "#"}]}',
  'yaml secret': 'auth:\n  client_secret: #\n',
  'yaml api key': 'openai:\n  api_key: #\n',
  'toml token': 'token = "#"\n',
  'npmrc token': '//registry.host.test/:_authToken=#\n',
  'composer auth': 'composer config github-oauth.github.com #',
  'typescript constant': "const apiKey = '#'",
  'python constant': 'API_SECRET = "#"',
  'go constant': 'const authToken = "#"',
  'rust constant': 'const API_KEY: &str = "#";',
  'swift constant': 'let apiToken: String = "#"',
  'kotlin constant': 'val accessToken = "#"',
  'java setter': 'client.setAccessToken("#");',
  'ruby setting': "config.secret_key = '#'",
  'php constant': "const API_TOKEN = '#';",
  'shell header': 'curl -H "X-Api-Key: #" https://host.test',
  'private token header': 'curl --header "PRIVATE-TOKEN: #" https://host.test/api/v4/projects',
  'authorization header': 'Authorization: Bearer #',
  'authorization token': 'Authorization: token #',
  'header in code': "headers: { 'X-Auth-Token': '#' }",
  'query parameter': 'GET https://host.test/v1/items?access_token=#&page=2',
  'query key': 'https://host.test/maps/api/js?key=#&libraries=places',
  'xml token': '<apiToken>#</apiToken>',
  'html meta': '<meta name="csrf-token" content="#">',
  'html hidden input': '<input type="hidden" name="authenticity_token" value="#">',
  'html table': '<tr><td>API key</td><td>#</td></tr>',
  'html data attribute': '<div data-api-key="#"></div>',
  'markdown table': '| name | value |\n|---|---|\n| access token | # |\n',
  'sentence token': 'authenticated with token # just now',
  'sentence key': 'my API key is #',
  'curl cookie': 'curl -b "session=#; theme=dark" https://host.test',
  'cookie jar': 'host.test\tFALSE\t/\tTRUE\t1790000000\tsid\t#',
  'cookie header': 'Cookie: lang=en; session=#; theme=dark',
  'set-cookie header': 'Set-Cookie: sid=#; Path=/; HttpOnly',
}
const SHORT_TOKENS = {
  'bare token': 'token: #',
  'bare token with equals': 'token=#',
  'json token': '{"token":"#"}',
  'x-token header': 'X-Token: #',
  'api-key header': 'api-key: #',
  'apikey parameter': 'http://host.test/?q=a&apikey=#',
  'x-auth-token header': 'X-Auth-Token: #',
  'auth token option': 'tool push --auth-token #',
  'user token setting': 'user_token = "#"',
  'bearer header': 'Authorization: Bearer #',
}

/** Settings, code, markup and sentences. */
export const SETTING_KINDS: Kinds = {
  ...all(withPassword, PASSWORDS),
  ...all(withPlainPassword, PLAIN_PASSWORDS),
  ...all(withToken, TOKENS),
  ...all(withShortToken, SHORT_TOKENS),
}
