/** A kind of secret as its issuer writes it, and how it is told. */
export interface SecretKind {
  name: string
  make(): string
  /**
   * `own`: there is a rule for this very form. `general`: there is none, but its form alone gives it away (an unknown
   * prefix, a long mix of letters and digits). `named`: nothing but its surroundings tells it from an id or a hash.
   */
  told: 'own' | 'general' | 'named'
}

/** Makes every kind from one seed: the same seed gives the same secrets, and the repository holds none. */
export const secretKinds = (seed: number): SecretKind[] => {
  const draw = createDraw(seed)
  const { digits, hex, upperHex, small, capital, letters, mixed, url64, base64, pick } = draw
  const uuid = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick('89ab')}${hex(3)}-${hex(12)}`
  const object = (length: number): string => `eyJ${url64(length)}`
  const own: Record<string, () => string> = {
    'aws access key': () => `AKIA${draw.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')(16)}`,
    'aws temporary key': () => `ASIA${capital(16)}`,
    'bedrock key': () => `ABSK${base64(120)}`,
    'google api key': () => `AIza${url64(35)}`,
    'google access token': () => `ya29.${url64(120)}`,
    'google client secret': () => `GOCSPX-${url64(28)}`,
    'google refresh token': () => `1//0${url64(60)}`,
    'github personal token': () => `ghp_${mixed(36)}`,
    'github oauth token': () => `gho_${mixed(36)}`,
    'github server token': () => `ghs_${mixed(36)}`,
    'github refresh token': () => `ghr_${mixed(76)}`,
    'github fine-grained token': () => `github_pat_${mixed(22)}_${mixed(59)}`,
    'gitlab token': () => `glpat-${url64(20)}`,
    'gitlab routable token': () => `glpat-${url64(27)}.${small(9)}`,
    'gitlab runner token': () => `glrt-${url64(20)}`,
    'gitlab old runner token': () => `GR1348941${url64(20)}`,
    'slack bot token': () => `xoxb-${digits(12)}-${digits(12)}-${mixed(24)}`,
    'slack user token': () => `xoxp-${digits(12)}-${digits(12)}-${digits(12)}-${hex(32)}`,
    'slack app token': () => `xapp-1-A${capital(10)}-${digits(13)}-${hex(64)}`,
    'slack configuration token': () => `xoxe.xoxp-1-${mixed(164)}`,
    'discord bot token': () => `M${mixed(25)}.${url64(6)}.${url64(38)}`,
    'telegram bot token': () => `${pick('123456789')}${digits(9)}:AA${url64(33)}`,
    'openai key': () => `sk-${mixed(20)}T3BlbkFJ${mixed(20)}`,
    'openai project key': () => `sk-proj-${url64(74)}T3BlbkFJ${url64(74)}`,
    'anthropic key': () => `sk-ant-api03-${url64(93)}AA`,
    'openrouter key': () => `sk-or-v1-${hex(64)}`,
    'deepseek key': () => `sk-${hex(32)}`,
    'hugging face token': () => `hf_${letters(34)}`,
    'npm token': () => `npm_${mixed(36)}`,
    'pypi token': () => `pypi-AgEIcHlwaS5vcmc${url64(90)}`,
    'stripe live key': () => `sk_live_${mixed(24)}`,
    'stripe restricted key': () => `rk_live_${mixed(99)}`,
    'stripe webhook secret': () => `whsec_${mixed(32)}`,
    'twilio key': () => `SK${hex(32)}`,
    'sendgrid key': () => `SG.${url64(22)}.${url64(43)}`,
    'mailgun key': () => `key-${hex(32)}`,
    'mailgun signing key': () => `${hex(32)}-${hex(8)}-${hex(8)}`,
    'mailchimp key': () => `${hex(32)}-us${pick('123456789')}`,
    'shopify token': () => `shpat_${hex(32)}`,
    'linear key': () => `lin_api_${mixed(40)}`,
    'notion token': () => `ntn_${digits(11)}${mixed(35)}`,
    'notion secret': () => `secret_${mixed(43)}`,
    '1password token': () => `ops_${object(250)}`,
    '1password secret key': () =>
      `A3-${capital(6)}-${capital(6)}-${capital(5)}-${capital(5)}-${capital(5)}-${capital(5)}`,
    'doppler token': () => `dp.pt.${mixed(43)}`,
    'databricks token': () => `dapi${hex(32)}`,
    'digitalocean token': () => `dop_v1_${hex(64)}`,
    'netlify token': () => `nfp_${mixed(40)}`,
    'supabase token': () => `sbp_${hex(40)}`,
    'planetscale password': () => `pscale_pw_${url64(43)}`,
    'sentry user token': () => `sntryu_${hex(64)}`,
    'grafana token': () => `glsa_${mixed(32)}_${hex(8)}`,
    'new relic key': () => `NRAK-${capital(27)}`,
    'groq key': () => `gsk_${mixed(52)}`,
    'xai key': () => `xai-${mixed(80)}`,
    'perplexity key': () => `pplx-${mixed(48)}`,
    'replicate token': () => `r8_${mixed(37)}`,
    'json web token': () => `${object(33)}.${object(60)}.${url64(43)}`,
    'age key': () => `AGE-SECRET-KEY-1${draw.from('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')(58)}`,
    'vault token': () => `hvs.${url64(90)}`,
    'postman key': () => `PMAK-${hex(24)}-${hex(34)}`,
    'airtable token': () => `pat${mixed(14)}.${hex(64)}`,
    'docker hub token': () => `dckr_pat_${url64(27)}`,
    'rubygems key': () => `rubygems_${hex(48)}`,
    'brevo key': () => `xkeysib-${hex(64)}-${mixed(16)}`,
    'hubspot token': () => `pat-na1-${uuid()}`,
    'azure client secret': () => `${mixed(3)}8Q~${url64(34)}`,
    'terraform cloud token': () => `${mixed(14)}.atlasv1.${url64(67)}`,
    'shippo token': () => `shippo_live_${hex(40)}`,
    'clojars token': () => `CLOJARS_${hex(60)}`,
    'flutterwave key': () => `FLWSECK_TEST-${hex(32)}-X`,
    'intra42 secret': () => `s-s4t2ud-${hex(64)}`,
    'twitter bearer token': () => `${'A'.repeat(22)}${mixed(60)}%2B${mixed(30)}`,
    'dynatrace token': () => `dt0c01.${capital(24)}.${capital(64)}`,
  }
  const general: Record<string, () => string> = {
    'acme live key': () => `acme_live_${mixed(32)}`,
    'three-part key': () => `zq_prod_${small(28)}`,
    'short brand key': () => `kx_${mixed(24)}`,
    'brand with dash': () => `brnd-${mixed(32)}`,
    'capital prefix': () => `XTK-${capital(30)}`,
    'readme token': () => `rdme_${small(70)}`,
    'prefect token': () => `pnu_${mixed(36)}`,
    'infracost token': () => `ico-${mixed(32)}`,
    'frame.io token': () => `fio-u-${url64(64)}`,
    'duffel token': () => `duffel_live_${url64(43)}`,
    'octopus key': () => `API-${capital(26)}`,
    'artifactory key': () => `AKCp${mixed(69)}`,
    'artifactory reference token': () => `cmVmd${mixed(59)}`,
    'clickhouse key': () => `4b1d${mixed(38)}`,
    'adobe secret': () => `p8e-${small(32)}`,
    'maxmind key': () => `${mixed(6)}_${mixed(29)}_mmk`,
    'settlemint token': () => `sm_aat_${mixed(16)}`,
    'tailscale key': () => `tskey-auth-k${mixed(16)}CNTRL-${mixed(32)}`,
    'typeform token': () => `tfp_${mixed(44)}_${small(14)}`,
    'scalingo token': () => `tk-us-${url64(48)}`,
    'openshift token': () => `sha256~${url64(43)}`,
    'harness key': () => `pat.${url64(22)}.${hex(24)}.${mixed(20)}`,
    'facebook page token': () => `EAAC${mixed(140)}`,
    'yandex key': () => `AQVN${url64(36)}`,
    'lob key': () => `live_${hex(35)}`,
    'cohere key': () => mixed(40),
    'mistral key': () => mixed(32),
    'old vercel token': () => mixed(24),
    'okta token': () => `00${url64(40)}`,
    'cloudflare token': () => url64(40),
    'azure storage key': () => `${base64(86)}==`,
    'deepgram-like key': () => mixed(64),
  }
  const named: Record<string, () => string> = {
    'twilio auth token': () => hex(32),
    'aws secret key': () => base64(40),
    'heroku key': uuid,
    'hubspot old key': () => upperHex(32),
    'meraki key': () => hex(40),
    'session secret': () => hex(64),
    'django secret': () => small(50),
    'twitch secret': () => small(30),
    'plaid secret': () => small(30),
    'finnhub key': () => small(20),
    'linkedin secret': () => mixed(16),
    'mattermost token': () => small(26),
    'short random key': () => small(16),
    'capital key': () => capital(20),
    'letters only': () => letters(32),
    'generated password': () => `${mixed(10)}${pick('!@#%^*+=?')}${mixed(5)}`,
    'password with signs': () =>
      `${letters(3)}${pick('!@#$%^&*')}${digits(2)}${letters(3)}${pick('!@#$%^*')}${digits(1)}`,
    'chosen password': () => `${pick('SMTQ')}${small(6)}${digits(3)}!`,
  }
  return [
    ...Object.entries(own).map(([name, make]) => ({ name, make, told: 'own' as const })),
    ...Object.entries(general).map(([name, make]) => ({ name, make, told: 'general' as const })),
    ...Object.entries(named).map(([name, make]) => ({ name, make, told: 'named' as const })),
  ]
}

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()

/** A linear congruential generator (Numerical Recipes) and the alphabets that issuers draw from. */
const createDraw = (seed: number) => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const from = (alphabet: string) => (length: number) =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('')
  return {
    from,
    pick: (signs: string) => signs.charAt(below(signs.length)),
    digits: from(DIGITS),
    hex: from(`${DIGITS}abcdef`),
    upperHex: from(`${DIGITS}ABCDEF`),
    small: from(LOWER + DIGITS),
    capital: from(UPPER + DIGITS),
    letters: from(LOWER + UPPER),
    mixed: from(LOWER + UPPER + DIGITS),
    url64: from(`${LOWER}${UPPER}${DIGITS}_-`),
    base64: from(`${LOWER}${UPPER}${DIGITS}+/`),
  }
}
