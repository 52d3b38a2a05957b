/** A published format of keys that can be told by its beginning alone, wherever it stands. */
export interface TokenFormat {
  kind: string
  /** What it may begin with; the index by which candidates are found. */
  prefixes: readonly string[]
  /**
   * Sticky, from the prefix on. A repetition has the shortest length the issuer writes, so that a failure is known
   * within that length; where an open repetition is followed by more it is bounded above as well.
   */
  pattern: RegExp
  /** The prefix is so short or so common that the body must look generated as well. */
  random?: boolean
}

const format = (kind: string, prefixes: string, pattern: RegExp, random = false): TokenFormat => ({
  kind,
  prefixes: prefixes.split(' '),
  pattern,
  random,
})

/** Ordered: of two formats that share a prefix the narrower stands first. */
export const TOKEN_FORMATS: readonly TokenFormat[] = [
  // Clouds
  format('aws-key', 'AKIA ASIA ABIA ACCA', /A[A-Z]{3}[A-Z0-9]{16}(?![A-Za-z0-9])/y),
  format('aws-key', 'ABSK', /ABSK[A-Za-z0-9+/]{100,300}={0,2}/y),
  format('aws-session', 'IQoJ FwoG FQoG', /(?:IQoJ|FwoG|FQoG)[A-Za-z0-9+/%]{100,}={0,2}/y),
  format('google-key', 'AIza', /AIza[\w-]{35}/y),
  format('google-oauth', 'ya29. GOCSPX-', /(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/y),
  format('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', /do[opr]_v1_[0-9a-f]{64}/y),
  format('heroku-key', 'HRKU-', /HRKU-[\w-]{36,}/y),
  format('alibaba-key', 'LTAI', /LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])/y, true),
  format('cloudflare-token', 'cfut_ cfat_ cfk_ v1.0-', /(?:cf(?:ut|at|k)_\w{40,}|v1\.0-[0-9a-f]{24}-[0-9a-f]{100,})/y),
  format('fly-token', 'fm1_ fm2_ fo1_', /(?:fm[12]_[\w+/=%-]{40,}|fo1_[\w-]{43})/y),
  format('vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', /vc[piark]_[A-Za-z0-9]{24,}/y),
  format('netlify-token', 'nfp_ nfo_ nfc_ nfu_', /nf[pocu]_[A-Za-z0-9]{36,}/y),
  format('render-key', 'rnd_', /rnd_[A-Za-z0-9]{28,}/y),
  // Code hosting, packages, build
  format('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', /(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/y),
  format(
    'gitlab-token',
    'glpat- gldt- glrt- glcbt- glptt- glft- glffct- glsoat- glagent- glimt- gloas- GR1348941',
    /(?:gl(?:pat|dt|rt|cbt|ptt|ft|ffct|soat|agent|imt|oas)-[\w.-]{20,}|GR1348941[\w-]{20,})/y,
  ),
  format('npm-token', 'npm_', /npm_[A-Za-z0-9]{36,}/y),
  format('pypi-token', 'pypi-', /pypi-[\w-]{50,}/y),
  format('rubygems-key', 'rubygems_', /rubygems_[0-9a-f]{48}/y),
  format('crates-token', 'cio', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/y, true),
  format('nuget-key', 'oy2', /oy2[a-z0-9]{43}(?![A-Za-z0-9])/y, true),
  format('clojars-token', 'CLOJARS_', /CLOJARS_[0-9a-z]{60}/y),
  format('docker-token', 'dckr_', /dckr_[po]at_[\w-]{27,}/y),
  format('buildkite-token', 'bkua_ bkpt_', /bk(?:ua|pt)_[0-9a-f]{40}/y),
  format('circleci-token', 'CCIPAT_ CCIPRJ_', /CCIP(?:AT|RJ)_\w{40,}/y),
  format('sonar-token', 'sqp_ squ_ sqa_', /sq[pua]_[0-9a-f]{40}/y),
  format('sourcegraph-token', 'sgp_', /sgp_\w{40,}/y),
  format('atlassian-token', 'ATATT3 ATCTT3', /AT[AC]TT3[\w=-]{50,}/y),
  format('postman-key', 'PMAK-', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/y),
  format('pulumi-token', 'pul-', /pul-[0-9a-f]{40}/y),
  // Models
  format('anthropic-key', 'sk-ant-', /sk-ant-[\w-]{20,}/y),
  format('openrouter-key', 'sk-or-', /sk-or-(?:v\d-)?[0-9a-f]{32,}/y),
  format('openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', /sk-(?:proj|svcacct|admin|None)-[\w-]{20,}/y),
  format('openai-key', 'sk-', /sk-[\w-]{20,}/y, true),
  format('huggingface-token', 'hf_ api_org_', /(?:hf|api_org)_[A-Za-z0-9]{30,}/y),
  format('groq-key', 'gsk_', /gsk_[A-Za-z0-9]{40,}/y),
  format('xai-key', 'xai-', /xai-[A-Za-z0-9]{40,}/y),
  format('perplexity-key', 'pplx-', /pplx-[A-Za-z0-9]{40,}/y),
  format('replicate-token', 'r8_', /r8_[A-Za-z0-9]{37}/y),
  format('nvidia-key', 'nvapi-', /nvapi-[\w-]{50,}/y),
  format('cerebras-key', 'csk-', /csk-[a-z0-9]{40,}/y),
  format('fireworks-key', 'fw_', /fw_[A-Za-z0-9]{22,}/y, true),
  format('together-key', 'tgp_v1_', /tgp_v1_[\w-]{40,}/y),
  format('pinecone-key', 'pcsk_', /pcsk_\w{40,}/y),
  format('tavily-key', 'tvly-', /tvly-[\w-]{24,}/y),
  format('firecrawl-key', 'fc-', /fc-[0-9a-f]{32}/y),
  format('langsmith-key', 'lsv2_ ls__', /(?:lsv2_(?:pt|sk)_|ls__)[0-9a-f]{32}\w*/y),
  format('wandb-key', 'wandb_v1_', /wandb_v1_\w{40,}/y),
  // Payment
  format('stripe-key', 'sk_live_ rk_live_ sk_test_ rk_test_', /[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/y),
  format('stripe-webhook', 'whsec_', /whsec_[A-Za-z0-9+/=%]{24,}/y),
  format('elevenlabs-key', 'sk_', /sk_[0-9a-f]{48}/y),
  format('square-token', 'EAAA sq0atp- sq0csp-', /(?:EAAA[\w-]{60}|sq0[ac][ts]p-[\w-]{22,43})/y),
  format('plaid-token', 'access-', /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  format('shopify-token', 'shpat_ shpca_ shppa_ shpss_ shpua_', /shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}/y),
  format('flutterwave-key', 'FLWSECK', /FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,40}(?:-X)?/y),
  format('shippo-token', 'shippo_', /shippo_(?:live|test)_[0-9a-f]{40}/y),
  format('easypost-key', 'EZAK EZTK', /EZ[AT]K[A-Za-z0-9]{54}/y),
  // Messages
  format(
    'slack-token',
    'xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-',
    /(?:xox[a-z][-.]|xapp-)[\w.%+/-]{16,}/y,
  ),
  format('sendgrid-key', 'SG.', /SG\.[\w-]{16,32}\.[\w-]{16,64}/y),
  format('mailgun-key', 'key-', /key-[0-9a-f]{32}/y),
  format('brevo-key', 'xkeysib- xsmtpsib-', /x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}/y),
  format('resend-key', 're_', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/y, true),
  format('twilio-key', 'SK AC', /(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/y),
  format('hubspot-token', 'pat-na pat-eu', /pat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  format('discord-token', 'M N O', /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/y),
  format('twitter-token', 'AAAA', /A{22}[A-Za-z0-9%]{60,120}(?![\w+/=%])/y, true),
  // Work
  format('intra42-secret', 's-s4t2', /s-s4t2(?:ud|af)-[0-9a-f]{64}/y),
  format('linear-key', 'lin_api_ lin_oauth_', /lin_(?:api|oauth)_[A-Za-z0-9]{32,}/y),
  format('notion-token', 'ntn_ secret_', /(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})/y),
  format('figma-token', 'figd_', /figd_[\w-]{40,}/y),
  format('airtable-token', 'pat', /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/y),
  format('contentful-token', 'CFPAT-', /CFPAT-[\w-]{40,}/y),
  format('dropbox-token', 'sl.', /sl\.[\w-]{100,}/y),
  // Data and secrets
  format('supabase-key', 'sbp_ sb_secret_', /(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,})/y),
  format('planetscale-token', 'pscale_', /pscale_[a-z]{2,6}_[\w.-]{32,}/y),
  format('databricks-token', 'dapi', /dapi[0-9a-f]{32}(?:-\d)?/y),
  format('neon-key', 'napi_', /napi_[a-z0-9]{40,}/y),
  format('doppler-token', 'dp.', /dp\.[a-z]{2,5}\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,}/y),
  format('onepassword-token', 'ops_', /ops_eyJ[\w+/=%-]{60,}/y),
  format('onepassword-key', 'A3-', /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{6}-[A-Z0-9]{5}|[A-Z0-9]{11})(?:-[A-Z0-9]{5}){3}/y),
  format('vault-token', 'hvs. hvb. hvr.', /hv[sbr]\.[\w-]{24,}/y),
  format('age-key', 'AGE-SECRET-KEY-', /AGE-SECRET-KEY-1[0-9A-Z]{50,}/y),
  // Watching
  format('sentry-token', 'sntrys_ sntryu_', /sntry[su]_[\w+/=%-]{40,}/y),
  format('grafana-token', 'glsa_ glc_', /(?:glsa_\w{32,}|glc_[\w+/=%-]{32,})/y),
  format('newrelic-key', 'NRAK- NRJS- NRII- NRAA-', /NR[AJI][A-Z]-[A-Za-z0-9]{20,}/y),
  format('dynatrace-token', 'dt0c01.', /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/y),
  format('posthog-key', 'phx_', /phx_[A-Za-z0-9]{40,}/y),
  format('launchdarkly-key', 'sdk- api-', /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/y),
  // Three base64url parts, the first two of which are JSON objects. A cut one has a header and the start of a body.
  format('jwt', 'eyJ', /eyJ[\w-]{10,2000}\.(?:eyJ)?[\w-]{8,}(?:\.[\w-]*){0,3}/y),
]
