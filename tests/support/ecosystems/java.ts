import { absent, createdLater, found, missingFile, noTool, ownMistakes, piped, rarePaths, tooLarge } from '../habits.ts'
import { type MadeProject, read, rootOf, shell, shellError } from '../lesson-history.ts'

const root = rootOf('IdeaProjects/depot')
const main = 'app/src/main/java/org/depot'

const gradle = (word: string, rate: number, task: string, lines: readonly string[]) =>
  found(
    word,
    rate,
    `./gradlew ${task}`,
    [
      `> Task :app:${task} FAILED`,
      ...lines,
      '',
      'FAILURE: Build failed with an exception.',
      '',
      'BUILD FAILED in 6s',
    ].join('\n'),
    `${root}/${main}/Shelf.java`,
  )
const style = (rule: string, rate: number, message: string) =>
  gradle(rule, rate, 'checkstyleMain', [
    `[ant:checkstyle] [ERROR] ${root}/${main}/Shelf.java:12:5: ${message} [${rule}]`,
  ])
const wrong = (what: string): string =>
  `\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n${what}\n\n* Try:\n> Run gradlew tasks to get a list of available tasks.\n\nBUILD FAILED in 1s`

/** A depot in Java, with Gradle, Checkstyle and Spotless. */
export const JAVA: MadeProject = {
  name: 'IdeaProjects/depot',
  roots: [`${root}/.worktrees/1`],
  messages: ['Shelves overflow.', 'Count the pallets.', 'Why is the build slow?'],
  chores: [
    shell('git status', ''),
    read(`${root}/build.gradle.kts`),
    read(`${root}/${main}/Shelf.java`),
    shell('./gradlew test', 'BUILD SUCCESSFUL in 20s'),
  ],
  once: ownMistakes(root, main, 'java', (name) =>
    shellError(
      `./gradlew test --tests '*${name}*'`,
      `> Task :app:test FAILED\n\nShelfTest > ${name}() FAILED\n    org.opentest4j.AssertionFailedError at ShelfTest.java:12\n\nBUILD FAILED in 8s`,
    ),
  ),
  habits: [
    ...rarePaths(
      root,
      [
        'src/main/java/org/depot/Shelf.java',
        'build.gradle',
        'app/src/test/java/org/depot/PalletTest.java',
        `${main}/model/Pallet.java`,
        'settings.gradle',
        'pom.xml',
        'docs/setup.md',
      ],
      0.1,
    ),
    absent('gradle', 0.15, 'gradle test', 'zsh:1: command not found: gradle', './gradlew test'),
    absent(
      'integrationTest',
      0.08,
      './gradlew integrationTest',
      wrong("Task 'integrationTest' not found in root project 'depot' and its subprojects."),
      './gradlew e2eTest',
    ),
    absent(
      ':core',
      0.05,
      './gradlew :core:test',
      wrong("Cannot locate tasks that match ':core:test' as project 'core' not found in root project 'depot'."),
    ),
    absent(
      '--coverage',
      0.05,
      './gradlew test --coverage',
      wrong("Problem configuring task :app:test from command line.\n> Unknown command-line option '--coverage'."),
    ),
    style('MissingJavadocMethod', 0.08, 'Missing a Javadoc comment.'),
    style('LineLength', 0.06, 'Line is longer than 100 characters (found 120).'),
    style('AvoidStarImport', 0.04, "Using the '.*' form of import should be avoided - java.util.*."),
    gradle('spotlessApply', 0.12, 'spotlessJavaCheck', [
      '* What went wrong:',
      "Execution failed for task ':app:spotlessJavaCheck'.",
      '> The following files had format violations:',
      '      src/main/java/org/depot/Shelf.java',
      "  Run './gradlew spotlessApply' to fix all violations.",
    ]),
    tooLarge(`${main}/Catalogue.java`, 0.06, root),
    missingFile('config/checkstyle.xml', 0.08, root, 'config/checkstyle/checkstyle.xml'),
    noTool('LS', 0.08),
    piped(
      'tail',
      0.2,
      './gradlew test 2>&1 | tail -20',
      'ShelfTest > holds() FAILED\n    org.opentest4j.AssertionFailedError at ShelfTest.java:12\n\n12 tests completed, 1 failed\nBUILD FAILED in 8s',
    ),
    ...createdLater(`${main}/Pallet.java`, root, 0.3),
  ],
}
