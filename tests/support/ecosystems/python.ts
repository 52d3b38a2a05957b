import {
  absent,
  createdLater,
  found,
  missingFile,
  noSkill,
  ownMistakes,
  piped,
  rarePaths,
  tooLarge,
} from '../habits.ts'
import { type MadeProject, read, rootOf, shell, shellError } from '../lesson-history.ts'

const root = rootOf('Projects/almanac')

const ruff = (code: string, rate: number, message: string) =>
  found(
    code,
    rate,
    'uv run ruff check .',
    `${code} ${message}\n  --> src/almanac/store.py:12:101\n   |\n12 |     return rows\n   |\n\nFound 1 error.`,
    `${root}/src/almanac/store.py`,
  )
const mypy = (code: string, rate: number, message: string) =>
  found(
    code,
    rate,
    'uv run mypy src',
    `src/almanac/store.py:12: error: ${message}  [${code}]\nFound 1 error in 1 file (checked 40 source files)`,
    `${root}/src/almanac/store.py`,
  )

/** An almanac in Python, with uv, ruff, mypy and pytest. */
export const PYTHON: MadeProject = {
  name: 'Projects/almanac',
  roots: [`${root}/.claude/worktrees/agent-77aa`],
  messages: ['Add the tides.', 'The report is empty.', 'Tidy the tests.'],
  chores: [
    shell('git status --short', ''),
    read(`${root}/pyproject.toml`),
    read(`${root}/src/almanac/store.py`),
    shell('uv run pytest -q', '120 passed in 3.2s'),
  ],
  once: ownMistakes(root, 'src/almanac', 'py', (name) =>
    shellError(
      `uv run pytest -q -k ${name}`,
      `FAILED tests/unit/test_store.py::test_${name} - assert 1 == 2\n1 failed, 3 passed in 0.3s`,
    ),
  ),
  habits: [
    ...rarePaths(
      root,
      [
        'src/almanac/models.py',
        'src/almanac/config.py',
        'tests/test_store.py',
        'src/almanac/api/routes.py',
        'docs/usage.md',
        'src/almanac/utils/time.py',
        'tests/integration/test_api.py',
        'README.rst',
        'src/almanac/db/session.py',
      ],
      0.08,
    ),
    missingFile('tests/conftest.py', 0.08, root, 'tests/unit/conftest.py'),
    absent('pytest', 0.15, 'pytest -q', '(eval):1: command not found: pytest', 'uv run pytest -q'),
    absent(
      'yaml',
      0.12,
      'python3 -c "import yaml; print(yaml.__version__)"',
      'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nModuleNotFoundError: No module named \'yaml\'',
      'uv run python3 -c "import yaml; print(yaml.__version__)"',
    ),
    absent(
      'almanac',
      0.06,
      'python3 -m almanac report',
      '/usr/bin/python3: No module named almanac',
      'uv run python3 -m almanac report',
    ),
    absent(
      'black',
      0.05,
      'uv run black --check .',
      'error: Failed to spawn: `black`\n  Caused by: No such file or directory (os error 2)',
      'uv run ruff format .',
    ),
    absent(
      'tests/e2e',
      0.07,
      'uv run pytest tests/e2e -q',
      'ERROR: file or directory not found: tests/e2e\n\nno tests ran in 0.00s',
    ),
    absent(
      '--cov',
      0.06,
      'uv run pytest --cov=almanac',
      'ERROR: usage: pytest [options] [file_or_dir]\npytest: error: unrecognized arguments: --cov=almanac',
    ),
    absent(
      'forecasts',
      0.05,
      'sqlite3 almanac.db "select * from forecasts"',
      'Error: in prepare, no such table: forecasts',
    ),
    ruff('E501', 0.15, 'Line too long (120 > 100)'),
    ruff('F401', 0.06, '[*] `os` imported but unused'),
    ruff('I001', 0.05, '[*] Import block is un-sorted or un-formatted'),
    ruff('PLR2004', 0.04, 'Magic value used in comparison, consider replacing `3` with a constant variable'),
    mypy('no-untyped-def', 0.08, 'Function is missing a type annotation'),
    mypy('union-attr', 0.05, 'Item "None" of "Row | None" has no attribute "id"'),
    found(
      'ruff format',
      0.12,
      'uv run ruff format --check .',
      'Would reformat: src/almanac/store.py\n1 file would be reformatted, 39 files already formatted',
      `${root}/src/almanac/store.py`,
    ),
    tooLarge('src/almanac/generated/tables.py', 0.06, root),
    noSkill('pr-review', 0.05),
    piped(
      'tail',
      0.25,
      'uv run pytest -q 2>&1 | tail -4',
      'FAILED tests/unit/test_store.py::test_rows - assert 1 == 2\n1 failed, 119 passed in 3.3s',
    ),
    ...createdLater('src/almanac/tides.py', root, 0.5),
  ],
}
