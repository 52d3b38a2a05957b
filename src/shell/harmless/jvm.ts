import { rule, type Rule } from './rule.ts'
import { isHarmlessTask } from './task-names.ts'

const MAVEN_FLAGS =
  '-q -B -e -X -o -U -T= -pl= -am -amd -rf= -f= -P= -N -fae -ff -fn -ntp -V -am --batch-mode --quiet --offline --errors --projects= --also-make --also-make-dependents --resume-from= --file= --activate-profiles= --fail-at-end --fail-fast --no-transfer-progress --non-recursive --threads= --show-version --debug -Dtest=? -Dit.test=? -DskipTests=? -DskipITs=? -Dmaven.test.skip=? -DfailIfNoTests=? -Dsurefire.failIfNoSpecifiedTests=? -DfailIfNoSpecifiedTests=? -Dcheckstyle.skip=? -Dspotless.check.skip=? -Dspotbugs.skip=? -Djacoco.skip=? -Dstyle.color=? -DtrimStackTrace=? -Dsurefire.useFile=? -Dgroups=? -DexcludedGroups=? -Dmaven.javadoc.skip=? -Denforcer.skip=? -Drat.skip=? -DforkCount=? -Dgpg.skip=?'
const MAVEN_GOALS =
  /^(?:clean|validate|compile|test|test-compile|verify|package|integration-test|process-classes|process-resources|dependency:tree|javadoc:javadoc|javadoc:aggregate|dependency:list|dependency:analyze|help:effective-pom|help:evaluate|versions:display-[\w-]+|(?:checkstyle|spotbugs|pmd|ktlint|detekt|enforcer|license|rat|fmt|formatter|spotless|sortpom|jacoco|surefire|failsafe|compiler|impsort|scalafmt):(?:check|validate|apply|format|report|test|compile|testCompile|verify|sort|checkstyle|enforce|integration-test))$/

const GRADLE_FLAGS =
  '-q -i -s -S -d -x= -p= -m --info --debug --quiet --warn --stacktrace --full-stacktrace --tests= --no-daemon --daemon --offline --parallel --no-parallel --continue --rerun-tasks --rerun --console= --build-cache --no-build-cache --configuration-cache --no-configuration-cache --warning-mode= --max-workers= --exclude-task= --project-dir= --dry-run --no-scan --fail-fast --profile --refresh-dependencies --no-configure-on-demand --all'
const isGradleTask = (word: string): boolean => {
  const name = word.slice(word.lastIndexOf(':') + 1)
  return (
    /^:?[\w.:-]+$/.test(word) &&
    (/^(?:clean|tasks|projects|dependencies|assemble|classes|testClasses|jar|shadowJar|bootJar|help|javadoc|dependencyInsight|assemble(?:Debug|Release)|compile\w*(?:Java|Kotlin|Scala|Groovy)|connected\w*Test|jacocoTestReport|koverHtmlReport|koverXmlReport|ktlint(?:Main|Test)\w*|spotless(?:Java|Kotlin|Groovy)?(?:Check|Apply)|format(?:Kotlin)?|lint(?:Debug|Release|Kotlin)?)$/.test(
      name,
    ) ||
      isHarmlessTask(name))
  )
}
/** Cleaning is part of building anew; by itself it only deletes. */
const doesMoreThanClean = (words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => !word.endsWith('clean'))

const GRADLE = rule(GRADLE_FLAGS, {
  words: 'text',
  definedIn: 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradlew',
  refuses: (words) =>
    words.every(isGradleTask) && doesMoreThanClean(words) ? undefined : 'runs a task that is not known by its name',
})
const PUBLISHES = /deploy|publish|release|sign|upload|sonatype|central/i

const MAVEN = rule(MAVEN_FLAGS, {
  words: 'text',
  definedIn: 'pom.xml mvnw',
  refuses: (words, given) =>
    ![...(given.get('-P') ?? []), ...(given.get('--activate-profiles') ?? [])].some((name) => PUBLISHES.test(name)) &&
    words.every((word) => MAVEN_GOALS.test(word)) &&
    doesMoreThanClean(words)
      ? undefined
      : 'runs a goal that is not known',
})

/** Builders and testers of Java, Kotlin and Scala. */
export const JVM_RULES: Record<string, Rule> = {
  'mvn mvnw mvnd': MAVEN,
  'gradle gradlew': GRADLE,
  sbt: rule('-v -batch --batch -no-colors', {
    words: 'text',
    // Without a command it reads commands from standard input.
    refuses: (words) =>
      words.length > 0 &&
      doesMoreThanClean(words) &&
      words.every((word) =>
        /^(?:[\w-]+ ?\/ ?)*(?:Test ?\/ ?)?(?:clean|compile|test|testQuick|(?:testOnly|testQuick)(?: [\w.*? "-]+)?|scalafmtCheck(?:All)?|scalafmt(?:All|SbtCheck)?|scalafixAll --check|doc|package|update)$/.test(
          word,
        ),
      )
        ? undefined
        : 'runs a task that is not known',
  }),
  'ant bloop mill': rule('-q -v', { words: 'tasks', definedIn: 'build.xml build.sc build.mill' }),
}
