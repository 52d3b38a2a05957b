import type { Kinds } from '../draw.ts'
import { carried } from '../draw.ts'

const basic = (user: string, password: string): string => Buffer.from(`${user}:${password}`).toString('base64')

/** URLs, connection strings, webhooks and headers. */
export const ADDRESS_KINDS: Kinds = {
  'postgres url': (d) => carried(d.plainPassword(), (s) => `postgres://app:${s}@db.host.test:5432/shop`),
  'mysql url': (d) => carried(d.short(16), (s) => `DATABASE_URL=mysql2://app:${s}@db.host.test/shop?pool=5`),
  'mongodb url': (d) => carried(d.short(14), (s) => `mongodb://app:${s}@a.host.test:27017,b.host.test/shop`),
  'mongodb cluster url': (d) => carried(d.short(14), (s) => `mongodb+srv://app:${s}@cluster1.abc.mongodb.net/shop`),
  'redis url': (d) => carried(d.short(20), (s) => `redis://:${s}@cache.host.test:6379/0`),
  'amqp url': (d) => carried(d.short(12), (s) => `amqp://app:${s}@queue.host.test:5672/`),
  'smtp url': (d) => carried(d.short(12), (s) => `smtp://ann:${s}@mail.host.test:587`),
  'ftp url': (d) => carried(d.short(12), (s) => `ftp://ann:${s}@files.host.test/in`),
  'git url': (d) => carried(d.mixed(30), (s) => `git clone https://oauth2:${s}@git.host.test/a/b.git`),
  'proxy url': (d) => carried(d.plainPassword(), (s) => `HTTPS_PROXY=http://ann:${s}@proxy.host.test:3128`),
  'pip url': (d) =>
    carried(d.short(20), (s) => `pip install --extra-index-url https://ann:${s}@pypi.host.test/simple a`),
  'sentry dsn': (d) => carried(d.hex(32), (s) => `https://${d.hex(32)}:${s}@sentry.host.test/4`),
  'go dsn': (d) => carried(d.short(12), (s) => `"app:${s}@tcp(db.host.test:3306)/shop?parseTime=true"`),
  'jdbc parameter': (d) => carried(d.plainPassword(), (s) => `jdbc:postgresql://db/shop?user=app&password=${s}`),
  'jdbc sql server': (d) =>
    carried(d.plainPassword(), (s) => `jdbc:sqlserver://db:1433;user=sa;password=${s};encrypt=true`),
  'jdbc oracle': (d) => carried(d.short(10), (s) => `jdbc:oracle:thin:scott/${s}@db.host.test:1521:shop`),
  'sql server pwd': (d) =>
    carried(d.plainPassword(), (s) => `Server=db.host.test;Database=shop;Uid=app;Pwd=${s};Encrypt=yes`),
  'sql server password': (d) => carried(d.plainPassword(), (s) => `Data Source=db;User ID=sa;Password=${s};`),
  'odbc pwd': (d) => carried(d.plainPassword(), (s) => `Driver={ODBC};server=db;uid=sa;pwd=${s}`),
  'odbc pwd in code': (d) => carried(d.plainPassword(), (s) => `pyodbc.connect("server=db;uid=sa;pwd=${s};")`),
  'libpq words': (d) => carried(d.plainPassword(), (s) => `host=db port=5432 user=app password=${s} dbname=shop`),
  'cache string': (d) => carried(`${d.base64(43)}=`, (s) => `host.redis.test:6380,password=${s},ssl=True`),
  'azure storage': (d) =>
    carried(
      `${d.base64(86)}==`,
      (s) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${s};EndpointSuffix=x`,
    ),
  'azure bus': (d) =>
    carried(`${d.base64(43)}=`, (s) => `Endpoint=sb://a.host.test/;SharedAccessKeyName=r;SharedAccessKey=${s}`),
  'azure cosmos': (d) => carried(`${d.base64(86)}==`, (s) => `AccountEndpoint=https://a.host.test/;AccountKey=${s};`),
  'azure signature': (d) =>
    carried(encodeURIComponent(`${d.base64(43)}=`), (s) => `https://a.blob.test/c?sv=2022-11-02&sr=b&sig=${s}&se=2026`),
  'aws signature': (d) =>
    carried(d.hex(64), (s) => `https://b.s3.test/k?X-Amz-Expires=3600&X-Amz-Signature=${s}&X-Amz-Date=20250101`),
  'aws session parameter': (d) =>
    carried(d.base64(120), (s) => `https://b.s3.test/k?X-Amz-Security-Token=${encodeURIComponent(s)}&x=1`),
  'google signature': (d) => carried(d.hex(128), (s) => `https://storage.test/b/o?X-Goog-Signature=${s}`),
  'cloudfront signature': (d) =>
    carried(d.mixed(140), (s) => `https://d.test/a?Expires=17&Signature=${s}&Key-Pair-Id=K2`),
  'slack webhook': (d) =>
    carried(d.mixed(24), (s) => `https://hooks.slack.com/services/T${d.capital(8)}/B${d.capital(8)}/${s}`),
  'slack workflow': (d) =>
    carried(
      d.mixed(24),
      (s) => `https://hooks.slack.com/workflows/T${d.capital(8)}/A${d.capital(8)}/${d.digits(18)}/${s}`,
    ),
  'discord webhook': (d) => carried(d.url64(68), (s) => `https://discord.com/api/webhooks/${d.digits(18)}/${s}`),
  'teams webhook': (d) =>
    carried(
      d.hex(32),
      (s) => `https://a.webhook.office.com/webhookb2/${d.uuid()}@${d.uuid()}/IncomingWebhook/${s}/${d.uuid()}`,
    ),
  'zapier webhook': (d) => carried(d.short(8), (s) => `https://hooks.zapier.com/hooks/catch/${d.digits(6)}/${s}/`),
  'make webhook': (d) => carried(d.small(31) + '7', (s) => `https://hook.eu1.make.com/${s}`),
  'ifttt webhook': (d) => carried(d.url64(43), (s) => `https://maker.ifttt.com/trigger/go/with/key/${s}`),
  'lark webhook': (d) => carried(d.uuid(), (s) => `https://open.feishu.cn/open-apis/bot/v2/hook/${s}`),
  'dingtalk webhook': (d) => carried(d.hex(64), (s) => `https://oapi.dingtalk.com/robot/send?access_token=${s}`),
  'wecom webhook': (d) => carried(d.uuid(), (s) => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${s}`),
  'netlify hook': (d) => carried(d.hex(24), (s) => `https://api.netlify.com/build_hooks/${s}`),
  'telegram url': (d) => carried(`AA${d.url64(33)}`, (s) => `https://api.telegram.org/bot${d.digits(9)}1:${s}/getMe`),
  'private calendar': (d) =>
    carried(d.hex(32), (s) => `https://calendar.google.com/calendar/ical/a%40b.test/private-${s}/basic.ics`),
  'otp seed': (d) => carried(d.base32(32), (s) => `otpauth://totp/Shop:ann@host.test?secret=${s}&issuer=Shop`),
  'wifi code': (d) => carried(d.plainPassword(), (s) => `WIFI:T:WPA;S:Home;P:${s};;`),
  'reset link': (d) => carried(d.url64(40), (s) => `https://host.test/reset?token=${s}`),
  'basic header': (d) => carried(basic('ann', d.mixed(14)), (s) => `Authorization: Basic ${s}`),
  'basic header in curl': (d) => carried(basic('ann', d.mixed(9)), (s) => `curl -H 'Authorization: Basic ${s}' h.test`),
  'git extra header': (d) =>
    carried(basic('x-access-token', d.mixed(36)), (s) => `git -c http.extraheader="AUTHORIZATION: basic ${s}" fetch`),
  'docker auth': (d) => carried(basic('ann', d.mixed(14)), (s) => `{"auths": {"host.test": {"auth": "${s}"}}}`),
  'npm basic': (d) => carried(basic('ann', d.mixed(14)), (s) => `//host.test/:_auth=${s}`),
  'smtp plain': (d) =>
    carried(Buffer.from(`\0ann\0${d.mixed(14)}`).toString('base64'), (s) => `AUTH PLAIN ${s}\n235 OK`),
  'digest answer': (d) =>
    carried(d.hex(32), (s) => `Authorization: Digest username="ann", realm="a", uri="/", response="${s}"`),
  'php session': (d) => carried(d.small(26), (s) => `Cookie: PHPSESSID=${s}`),
  'java session': (d) => carried(d.capital(32), (s) => `http://host.test/app;JSESSIONID=${s}?page=1`),
  'ftp transcript': (d) => carried(d.plainPassword(), (s) => `USER ann\r\n331 please\r\nPASS ${s}\r\n230 ok`),
  'weather parameter': (d) => carried(d.hex(32), (s) => `https://api.host.test/data?q=Rome&appid=${s}`),
  'kubernetes data': (d) =>
    carried(
      Buffer.from(d.mixed(18)).toString('base64'),
      (s) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ntype: Opaque\ndata:\n  db: ${s}\n`,
    ),
  'kubernetes json': (d) =>
    carried(Buffer.from(d.mixed(18)).toString('base64'), (s) => `{"kind": "Secret", "data": {"db": "${s}"}}`),
  'shadow line': (d) => carried(`$6$${d.mixed(8)}$${d.mixed(86)}`, (s) => `ann:${s}:19500:0:99999:7:::`),
  'bcrypt hash': (d) => carried(`$2b$12$${d.mixed(53)}`, (s) => `ann:${s}`),
  'saved passwords': (d) => carried(d.plainPassword(), (s) => `url,username,password\nhttps://host.test,ann,${s}\n`),
}
