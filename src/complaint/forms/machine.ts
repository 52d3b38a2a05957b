import { MISSING_BROWSER, NO_LOGIN, NO_PROJECT_HERE, OTHER_MANAGER, SED_IN_PLACE } from '../complaint.ts'
import { by, type Form, form } from '../form.ts'

/** Sentences about the state of the machine, of its logins, and of the directory that a program ran in. */
export const MACHINE_FORMS: readonly Form[] = [
  ...logins(),
  ...manifests(),
  form(
    OTHER_MANAGER,
    'unsupported url type',
    String.raw`^npm (?:ERR!|error) Unsupported URL Type "(?<name>workspace):`,
    {
      ...by('npm'),
      complete: () => 'install',
    },
  ),
  form(OTHER_MANAGER, 'configured to use', String.raw`This project is configured to use (?<name>npm|pnpm|yarn|bun)\b`),
  form(
    OTHER_MANAGER,
    'packagemanager',
    String.raw`defines "packageManager": "(?<name>npm|pnpm|yarn|bun)@.{1,60}" ?\. However`,
  ),
  form(OTHER_MANAGER, 'externally-managed', String.raw`^error: externally-(?<name>managed)-environment$`, {
    ...by('pip'),
    complete: () => 'install',
  }),
  form(
    MISSING_BROWSER,
    "executable doesn't exist",
    String.raw`Executable doesn't exist at \S{1,300}?(?<name>ms-playwright)\b`,
    by('playwright'),
  ),
  form(
    SED_IN_PLACE,
    'sed: 1: ',
    String.raw`^sed: 1: "(?<name>[^"\n]{1,200})": (?:invalid command code|extra characters at the end of|command . expects|undefined label|unterminated substitute|bad flag in substitute)`,
    by('sed'),
  ),
]

/** Programs that work only for a person who has logged in, and the sentence in which each says so. */
function logins(): Form[] {
  const sentences: [program: string, needle: string, source: string][] = [
    ['aws', 'unable to locate credentials', String.raw`(?<name>Unable to locate credentials)`],
    [
      'aws',
      'sso',
      String.raw`(?<name>Error loading SSO Token|Token has expired and refresh failed|The SSO session associated with this profile has expired)`,
    ],
    ['aws', 'expiredtoken', String.raw`\((?<name>ExpiredToken)(?:Exception)?\)`],
    ['gcloud', 'active account', String.raw`(?<name>You do not currently have an active account selected)`],
    ['gcloud', 'application-default login', String.raw`gcloud auth (?<name>application-default) login`],
    ['az', 'az login', String.raw`Please run ["'](?<name>az) login["']`],
    ['kubectl', 'must be logged in', String.raw`(?<name>You must be logged in) to the server`],
    ['flyctl', 'flyctl auth login', String.raw`Please login with ["'](?<name>fly)ctl auth login`],
    ['vercel', 'no existing credentials', String.raw`(?<name>No existing credentials found)`],
    ['wrangler', 'wrangler login', String.raw`run \W?(?<name>wrangler) login`],
    ['firebase', 'firebase login', String.raw`run (?<name>firebase) login`],
    [
      'supabase',
      'supabase login',
      String.raw`Access token not provided\. Supply an access token by running (?<name>supabase) login`,
    ],
    ['glab', 'glab auth login', String.raw`(?<name>glab) auth login`],
    ['heroku', 'not logged in', String.raw`^ ?›? {0,4}Error: (?<name>not logged in)$`],
  ]
  return sentences.map(([program, needle, source]) => {
    const only = new Set(program === 'flyctl' ? ['fly', 'flyctl'] : [program])
    return form(NO_LOGIN, needle, source, { ...by(program), only })
  })
}

/** A program names the file that makes a directory a project for it. */
function manifests(): Form[] {
  const sentences: [file: string, program: string, needle: string, source: string][] = [
    ['main.tf', 'terraform', 'no configuration files', String.raw`Error: (?<name>No configuration files)`],
    ['mix.exs', 'mix', 'mix.project', String.raw`Could not find a (?<name>Mix\.Project)`],
    ['Package.swift', 'swift', 'package.swift', String.raw`Could not find (?<name>Package\.swift) in this directory`],
    ['pom.xml', 'mvn', 'no pom', String.raw`there is (?<name>no POM) in this directory`],
    ['Gemfile', 'bundle', 'locate gemfile', String.raw`Could not locate (?<name>Gemfile)`],
    ['composer.json', 'composer', 'composer.json', String.raw`Composer could not find a (?<name>composer\.json) file`],
    [
      'compose.yaml',
      'docker',
      'no configuration file',
      String.raw`^(?<name>no configuration file) provided: not found`,
    ],
    ['*.csproj', 'dotnet', 'msb1003', String.raw`(?<name>MSB1003): Specify a project or solution file`],
    ['build.gradle', 'gradle', 'gradle build', String.raw`does not contain a (?<name>Gradle build)`],
    [
      'pubspec.yaml',
      'dart',
      'pubspec.yaml',
      String.raw`(?:No|Could not find a file named|Found no) ["']?(?<name>pubspec\.yaml)`,
    ],
  ]
  return sentences.map(([file, program, needle, source]) =>
    form(NO_PROJECT_HERE, needle, source, { ...by(program), complete: () => file }),
  )
}
