/** What rules of linters of Go ask for, in our own words. */
export const GO = `
errcheck: check every returned error
noctx: pass a context
gosec G104: check every returned error
gosec G115: no unchecked integer conversion
gosec G204: no variable in exec
gosec G301: directories 0750 or less
gosec G302: files 0600 or less
gosec G304: no variable file path
gosec G306: write files 0600 or less
gosec G404: use crypto/rand
gofmt: run gofmt
gofumpt: run gofumpt
goimports: run goimports
gci: order imports
govet: see go vet
ineffassign: no unused assignment
unused: delete unused code
unparam: no unused parameter
staticcheck SA1019: no deprecated API
staticcheck SA4006: no unused value
staticcheck SA9003: no empty branch
staticcheck ST1005: lower-case error strings
staticcheck QF1012: use fmt.Fprintf
misspell: spelling
revive exported: comment exported names
revive unused-parameter: name it _
revive package-comments: comment the package
wrapcheck: wrap errors of other packages
errorlint: use errors.Is, errors.As and %w
nilerr: do not return nil after an error
bodyclose: close response bodies
prealloc: preallocate slices
goconst: make repeated strings constants
gocritic: see gocritic
gocyclo: shorter functions
gocognit: simpler functions
cyclop: simpler functions
funlen: shorter functions
nestif: less nesting
dupl: no duplicate code
lll: shorter lines
maintidx: simpler functions
nakedret: no naked returns
nolintlint: explain nolint
godot: end comments with a period
paralleltest: call t.Parallel
tparallel: call t.Parallel
thelper: call t.Helper first
usetesting: use t.TempDir, t.Setenv, t.Context
testifylint: see testifylint
forbidigo: forbidden call
depguard: forbidden import
exhaustive: cover every case
exhaustruct: set every field
contextcheck: pass the context on
perfsprint: no fmt.Sprintf for simple cases
predeclared: do not shadow built-ins
intrange: range over int
modernize: use newer Go
wsl: blank lines between blocks
nlreturn: blank line before return
whitespace: no blank lines at the ends of blocks
ireturn: return concrete types
gochecknoglobals: no globals
mnd: no magic numbers
err113: no dynamic errors
containedctx: no context in structs
fatcontext: no nested contexts in loops
copyloopvar: no copies of loop variables
unconvert: no unneeded conversion
wastedassign: no unused assignment
`
