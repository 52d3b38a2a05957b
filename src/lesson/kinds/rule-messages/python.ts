/** What rules of linters and type checkers of Python ask for, in our own words. */
export const PYTHON = `
E501: shorter lines
E402: imports at the top
E722: no bare except
E731: def instead of lambda
E741: no ambiguous names
W291: no trailing blanks
W292: newline at the end
W293: no blanks in empty lines
F401: no unused imports
F403: no star imports
F405: no star imports
F541: no f-string without a placeholder
F811: no redefinition
F821: no unknown names
F841: no unused variables
I001: order imports
UP006: use list, dict
UP007: use X | Y
UP035: no deprecated imports
UP045: use X | None
B006: no mutable defaults
B007: no unused loop variable
B008: no calls in defaults
B904: raise from
B905: zip with strict
S101: no assert
S603: no unchecked subprocess
S607: full path of programs
PLR0913: fewer arguments
PLR2004: no magic numbers
PLW2901: no overwritten loop variable
PLC0415: imports at the top
RUF001: no look-alike characters
RUF012: ClassVar for mutable class attributes
RUF100: no needless noqa
SIM102: join nested ifs
SIM105: use contextlib.suppress
SIM117: join nested withs
C901: simpler functions
D100: docstrings
D103: docstrings
ANN001: annotate arguments
ANN201: annotate results
ARG001: no unused arguments
ARG002: no unused arguments
BLE001: no blind except
EM101: message in a variable
EM102: message in a variable
TRY003: short messages
TRY400: use logging.exception
T201: no print
TC001: import for types under TYPE_CHECKING
TC003: import for types under TYPE_CHECKING
DTZ005: time zone for now
ERA001: no commented code
PT011: narrow pytest.raises
N802: lower-case functions
N806: lower-case variables
PERF401: use a comprehension
PTH123: use Path.open
arg-type: argument of another type
assignment: type not assignable
attr-defined: no such attribute
call-arg: wrong arguments
import-not-found: module without types
import-untyped: module without types
index: not indexable
misc: see mypy
name-defined: unknown name
no-any-return: no Any
no-redef: no redefinition
no-untyped-call: annotate what is called
no-untyped-def: annotate functions
operator: operand of another type
override: incompatible override
return-value: result of another type
type-arg: generic without argument
union-attr: check for None
unused-ignore: no needless type: ignore
valid-type: not a type
var-annotated: annotate variables
reportMissingImports: module not found
reportAttributeAccessIssue: no such attribute
reportOptionalMemberAccess: check for None
reportArgumentType: argument of another type
reportCallIssue: wrong arguments
reportUnusedImport: no unused imports
reportMissingTypeArgument: generic without argument
`
