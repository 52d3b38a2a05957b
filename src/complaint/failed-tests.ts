import { TEST_FAILED, type Complaint } from './complaint.ts'

/** The name of a test that failed, on a line of a runner's report. */
export const readFailedTest = (line: string): Complaint | undefined => {
  if (!HINT.test(line)) return undefined
  for (const [program, pattern] of FORMS) {
    const found = pattern.exec(line)
    const name = found?.[1]?.trim()
    if (name === undefined || name === '') continue
    return { program, code: TEST_FAILED, subject: name.slice(0, 200), line: line.trim(), place: found?.[2] ?? '' }
  }
  return undefined
}

/** One cheap question before the many. */
const HINT =
  /FAIL|ERROR|Failed|not ok |^\s{0,40}[●✖×✗]|^\s{0,8}\d{1,5}\) |^rspec |\(fail\)|^\s{0,4}X |error: -\[|panicked at |\[E\]$|FAILED/

const FORMS: [program: string, pattern: RegExp][] = [
  ['go test', /^\s{0,40}--- FAIL: (\S{1,300}) \(/],
  ['cargo test', /^test (\S{1,300}) \.\.\. FAILED$/],
  ['cargo test', /^thread '([\w:]{1,200}::[\w:]{1,200})' (?:\(\d{1,12}\) )?panicked at /],
  ['cargo test', /^(\S{1,300}::\S{1,300}) --- FAILED$/],
  [
    'cargo nextest',
    /^\s{0,12}(?:FAIL|TRY \d FAIL) \[\s{0,8}[\d.]{1,12}s\] (?:\(\s{0,6}\d{1,6}\/\d{1,6}\) )?(\S.{1,300})$/,
  ],
  ['pytest', /^(?:FAILED|ERROR) (\S{1,300}\.py(?:::\S{1,300})?)(?: - .{0,400})?$/],
  ['pytest', /^(\S{1,300}\.py::\S{1,300}) (?:FAILED|ERROR)\b/],
  ['dart test', /^\d{2}:\d{2} (?:\+\d{1,6} )?(?:~\d{1,6} )?-\d{1,6}: (.{1,300}) \[E\]$/],
  ['deno test', /^(\S.{0,300}) \.\.\. FAILED \(\d/],
  ['vitest', /^\s{0,4}(?:FAIL|×|❯ FAIL) {1,4}(\S{1,200} > .{1,300})$/],
  ['jest', /^\s{0,8}● (\S.{0,200} › .{1,300})$/],
  ['jest', /^FAIL {1,4}(\S{1,300}\.[cm]?[jt]sx?)(?: \(.{0,40}\))?$/],
  ['node --test', /^\s{0,40}✖ (?!failing tests|\d)(.{1,300}?) \(\d{1,9}(?:\.\d{1,9})?ms\)$/],
  ['tap', /^\s{0,40}not ok \d{1,7} -? ?(?!# )(.{1,300})$/],
  ['mocha', /^\s{2,8}\d{1,5}\) (\S.{1,300})$/],
  ['rspec', /^rspec (\S{1,300}:\d{1,7})(?: # .{0,300})?$/],
  ['gradle', /^(\S{1,200} > .{1,200}) FAILED$/],
  ['maven', /^\[ERROR\] {2,4}(\w[\w.$]{1,200}(?:[.:]\w{1,120}){1,3}:\d{1,7})\b/],
  ['junit', /^\[ERROR\] (\w[\w.$]{1,200}(?:\(.{0,160}\))?) {1,2}(?:-- )?Time elapsed.{0,80}(?:FAILURE|ERROR)!$/],
  ['dotnet test', /^\s{0,4}(?:X|Failed) (\w[\w.+<>(), "-]{3,300}) \[\d.{0,20}\]$/],
  ['phpunit', /^\d{1,5}\) (\w[\w\\]{1,200}::\w.{1,200})$/],
  ['bun test', /^(?:\(fail\)|✗) (.{1,300}?)(?: \[[\d.]{1,12}m?s\])?$/],
  ['unittest', /^(?:FAIL|ERROR): (\w{1,200} \([\w.]{1,300}\))$/],
  ['playwright', /^\s{2,8}\d{1,5}\) (\[[\w-]{1,40}\] › \S.{1,300})$/],
  ['ctest', /^\s{1,12}\d{1,6} - (\S{1,200}) \((?:Failed|Timeout|SEGFAULT|Not Run|ILLEGAL|OTHER_FAULT)\)$/],
  ['swift test', /^(?:.{0,200}: )?error: -\[(\S{1,200} \S{1,200})\] : /],
]
