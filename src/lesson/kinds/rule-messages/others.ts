/** What rules of compilers and linters of Rust, shells, Markdown, Ruby, C and C# ask for, in our own words. */
export const OTHERS = `
dead_code: delete unused code
unused_imports: no unused imports
unused_variables: no unused variables
unused_mut: no needless mut
unused_must_use: use the result
deprecated: no deprecated API
clippy::too_many_arguments: fewer arguments
clippy::too_many_lines: shorter functions
clippy::needless_borrow: no needless &
clippy::redundant_clone: no needless clone
clippy::collapsible_if: join nested ifs
clippy::uninlined_format_args: variables inside format strings
clippy::unwrap_used: no unwrap
clippy::expect_used: no expect
clippy::type_complexity: name complex types
clippy::large_enum_variant: box large variants
clippy::needless_pass_by_value: take a reference
clippy::must_use_candidate: add must_use
clippy::missing_errors_doc: document errors
clippy::cast_possible_truncation: no truncating casts
clippy::map_unwrap_or: use map_or
clippy::single_match: use if let
clippy::manual_range_contains: use contains
clippy::needless_return: no needless return
clippy::module_name_repetitions: no module name in names
clippy::items_after_statements: items first
clippy::similar_names: distinct names
clippy::doc_markdown: backticks in docs
E0061: wrong number of arguments
E0063: field missing
E0106: lifetime missing
E0252: name imported twice
E0277: trait not implemented
E0282: annotate the type
E0283: annotate the type
E0308: mismatched types
E0382: use after move
E0412: unknown type
E0423: not a function
E0425: unknown name
E0432: unresolved import
E0433: unresolved path
E0499: borrowed mutably twice
E0502: borrowed both ways
E0505: moved while borrowed
E0507: move out of a borrow
E0515: returns a local borrow
E0560: no such field
E0583: module file missing
E0593: closure arguments
E0596: not declared mut
E0597: does not live long enough
E0599: no such method
E0603: private item
E0609: no such field
E0614: not a reference
E0616: private field
E0618: not callable
SC1090: non-constant source
SC1091: source not followed
SC2016: no expansion in single quotes
SC2034: unused variable
SC2046: quote $(...)
SC2086: quote variables
SC2129: group redirections
SC2154: unassigned variable
SC2155: declare and assign apart
SC2164: cd || exit
SC2181: check the command itself
SC2206: quote to prevent splitting
SC2207: use mapfile
MD001: heading levels by one
MD004: one bullet style
MD007: indent of lists
MD009: no trailing blanks
MD010: no tabs
MD012: no double blank lines
MD013: shorter lines
MD022: blank lines around headings
MD024: no equal headings
MD025: one top heading
MD026: no punctuation in headings
MD029: numbering of lists
MD031: blank lines around fences
MD032: blank lines around lists
MD033: no HTML
MD034: no bare addresses
MD036: no emphasis as heading
MD040: language on fences
MD041: top heading first
MD047: newline at the end
MD051: existing anchors only
MD060: table style
Style/StringLiterals: one kind of quotes
Style/FrozenStringLiteralComment: frozen_string_literal comment
Style/Documentation: comment classes
Layout/LineLength: shorter lines
Metrics/MethodLength: shorter methods
Metrics/AbcSize: simpler methods
Metrics/BlockLength: shorter blocks
Lint/UnusedMethodArgument: no unused arguments
CS0103: unknown name
CS0246: unknown type
CS1061: no such member
CS8600: possibly null
CS8602: possibly null
CS8618: set non-null fields
IDE0005: no unused usings
-Wunused-variable: no unused variables
-Wunused-parameter: no unused parameters
-Wsign-compare: same signedness
-Wimplicit-function-declaration: declare functions
`
