import { absent, createdLater, found, missingFile, ownMistakes, piped, rarePaths, tooLarge } from '../habits.ts'
import { type MadeProject, read, rootOf, shell, shellError } from '../lesson-history.ts'

const root = rootOf('dev/tidepool')
const analyze = (rule: string, rate: number, message: string) =>
  found(
    rule,
    rate,
    'flutter analyze',
    `Analyzing tidepool...\n\n   info • ${message} • lib/ui/chart.dart:12:5 • ${rule}\n\n1 issue found. (ran in 2.1s)`,
    `${root}/lib/ui/chart.dart`,
  )

/** An app in Dart with Flutter. */
export const DART: MadeProject = {
  name: 'dev/tidepool',
  messages: ['The chart is blank.', 'Add a settings page.', 'Dark mode please.'],
  chores: [
    shell('git status', ''),
    read(`${root}/pubspec.yaml`),
    read(`${root}/lib/main.dart`),
    shell('flutter test', '00:05 +30: All tests passed!'),
  ],
  once: ownMistakes(root, 'lib', 'dart', (name) =>
    shellError(
      `flutter test --name ${name}`,
      `00:02 +3 -1: chart ${name} [E]\n  Expected: <1>\n    Actual: <2>\n00:02 +3 -1: Some tests failed.`,
    ),
  ),
  habits: [
    ...rarePaths(
      root,
      [
        'lib/app.dart',
        'lib/models/tide.dart',
        'lib/screens/home.dart',
        'test/widget_test.dart',
        'lib/theme.dart',
        'lib/providers/tide_provider.dart',
      ],
      0.1,
    ),
    analyze('prefer_const_constructors', 0.15, "Use 'const' with the constructor to improve performance"),
    analyze('use_build_context_synchronously', 0.08, "Don't use 'BuildContext's across async gaps"),
    analyze('deprecated_member_use', 0.08, "'withOpacity' is deprecated and shouldn't be used"),
    analyze('avoid_print', 0.06, "Don't invoke 'print' in production code"),
    absent(
      'dart',
      0.1,
      'dart run build_runner build',
      'zsh:1: command not found: dart',
      'flutter pub run build_runner build',
    ),
    absent(
      '--web-renderer',
      0.06,
      'flutter build web --web-renderer html',
      "Could not find an option named \"--web-renderer\".\n\nRun 'flutter -h' (or 'flutter <command> -h') for available flutter commands and options.",
    ),
    absent(
      'format',
      0.05,
      'flutter format lib',
      'Could not find a command named "format".\n\nRun \'flutter -h\'',
      'dart format lib',
    ),
    absent('test/unit', 0.08, 'flutter test test/unit', 'Failed to load "test/unit": Does not exist.'),
    found(
      'dart format',
      0.1,
      'dart format --set-exit-if-changed lib',
      'Changed lib/ui/chart.dart\nFormatted 40 files (1 changed) in 0.4 seconds.',
      `${root}/lib/ui/chart.dart`,
    ),
    tooLarge('lib/l10n/app_localizations.dart', 0.08, root),
    missingFile('lib/router.dart', 0.08, root, 'lib/app/router.dart'),
    piped('tail', 0.2, 'flutter test 2>&1 | tail -5', '00:02 +3 -1: chart draws [E]\n00:02 +3 -1: Some tests failed.'),
    ...createdLater('lib/ui/settings.dart', root, 0.4),
  ],
}
