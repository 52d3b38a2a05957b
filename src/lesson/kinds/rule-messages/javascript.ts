/** What rules of linters and compilers of JavaScript and TypeScript ask for, in our own words. */
export const JAVASCRIPT = `
no-unused-vars: no unused variables
@typescript-eslint/no-unused-vars: no unused variables
@typescript-eslint/no-explicit-any: no any
@typescript-eslint/no-unsafe-assignment: no any
@typescript-eslint/no-unsafe-member-access: no any
@typescript-eslint/no-unsafe-argument: no any
@typescript-eslint/no-unsafe-call: no any
@typescript-eslint/no-unsafe-return: no any
@typescript-eslint/no-floating-promises: await promises
@typescript-eslint/no-misused-promises: await promises
@typescript-eslint/require-await: no async without await
@typescript-eslint/no-non-null-assertion: no !
@typescript-eslint/no-unnecessary-condition: no needless conditions
@typescript-eslint/consistent-type-imports: use import type
@typescript-eslint/restrict-template-expressions: only strings in templates
@typescript-eslint/prefer-nullish-coalescing: use ??
@typescript-eslint/ban-ts-comment: no @ts-ignore
@typescript-eslint/no-require-imports: use import
@typescript-eslint/no-empty-object-type: no {}
react-hooks/exhaustive-deps: list every dependency of hooks
react-hooks/rules-of-hooks: hooks at top level only
react-hooks/set-state-in-effect: no setState in effects
react/no-unescaped-entities: escape quotes in JSX
react-refresh/only-export-components: export components only
prettier/prettier: run prettier
no-console: no console
no-undef: no unknown names
no-empty: no empty blocks
no-useless-escape: no needless escapes
no-case-declarations: braces around case
no-control-regex: no control characters in patterns
no-prototype-builtins: use Object.hasOwn
no-shadow: no shadowed names
no-restricted-imports: forbidden import
prefer-const: use const
eqeqeq: use ===
curly: always braces
max-len: shorter lines
max-lines: shorter files
max-lines-per-function: shorter functions
complexity: simpler functions
import/order: order imports
import/no-unresolved: existing imports only
simple-import-sort/imports: order imports
jsx-a11y/alt-text: alt text on images
lint/correctness/noUnusedImports: no unused imports
lint/correctness/noUnusedVariables: no unused variables
lint/correctness/noUnusedFunctionParameters: no unused parameters
lint/correctness/useExhaustiveDependencies: list every dependency of hooks
lint/suspicious/noExplicitAny: no any
lint/suspicious/noConsole: no console
lint/suspicious/noArrayIndexKey: no index as key
lint/suspicious/noAssignInExpressions: no assignment in expressions
lint/style/noNonNullAssertion: no !
lint/style/useConst: use const
lint/style/useImportType: use import type
lint/style/useNodejsImportProtocol: import node:x
lint/style/useTemplate: use templates
lint/complexity/useLiteralKeys: use dots, not brackets
lint/complexity/noForEach: use for of
lint/a11y/useButtonType: type on buttons
lint/a11y/noSvgWithoutTitle: title in svg
assist/source/organizeImports: order imports
TS2304: unknown name
TS2305: no such export
TS2307: no such module
TS2322: type not assignable
TS2339: no such property
TS2345: argument of another type
TS2353: unknown property in a literal
TS2551: misspelled property
TS2554: wrong number of arguments
TS2724: misspelled export
TS2739: properties missing
TS2741: property missing
TS2532: possibly undefined
TS2531: possibly null
TS2769: no overload fits
TS4111: use brackets for index signatures
TS6133: unused
TS6196: unused
TS7006: implicit any
TS7016: no types of a module
TS7031: implicit any
TS7053: implicit any by index
TS18046: unknown value
TS18047: possibly null
TS18048: possibly undefined
TS1259: default import not allowed
TS1484: use import type
TS2375: undefined is no optional property
TS2379: undefined is no optional property
`
