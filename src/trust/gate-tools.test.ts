import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeCommand } from './gate.ts'

const PLACE = { project: '/home/ann/shop', cwd: '/home/ann/shop' }
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** Of each program of which a little is known: what its users do every day. */
const ORDINARY = String.raw`
npm -v
npx esbuild src/index.ts --bundle --outfile=dist/out.js
npx ng test --watch=false
npx ng build
npx ng lint
npx tsd
npx attw --pack
npx storybook build
npx prisma validate
npx prisma format
npx commitlint --from HEAD~1
node -v
pnpm -v
bun pm ls
bun lint
bun build ./src/index.ts --outdir ./dist
deno bench
pytest -p no:cacheprovider
pytest -W error
python manage.py makemigrations --check --dry-run
pyflakes src
poetry build
poetry env info
poetry lock --check
uv lock --check
uv build
sphinx-build -b html docs docs/_build
mkdocs build
mkdocs build --strict
cargo hack check --each-feature
cargo expand
cargo miri test
cargo insta test
rustc --version
rustup show
rustup toolchain list
govulncheck ./...
go env GOPATH
mvn -v
mvn javadoc:javadoc
dotnet --version
dotnet --info
dotnet --list-sdks
dotnet test --collect:"XPlat Code Coverage"
swift package describe
swift package show-dependencies
mix deps
mix deps.tree
mix help
rebar3 eunit
rebar3 ct
rebar3 compile
rebar3 dialyzer
gleam test
gleam build
gleam format --check
bundle exec srb tc
bundle exec erblint --lint-all
php -v
zig version
cmake -B build
cmake -S . -B build
cmake -B build -DCMAKE_BUILD_TYPE=Debug
cmake -B build -G Ninja
cmake --build build
cmake --build build -j8
cmake --build build --target test
cmake --build build --parallel
cmake --preset debug
cmake --build --preset debug
cmake --version
cd build && ctest --output-on-failure
meson setup build
make help
yq . config.yml
yq '.services' docker-compose.yml
whoami
uname -a
id
nproc
gcc -Wall -c src/a.c -o build/a.o
gcc -Wall -o build/a src/a.c
g++ -std=c++17 -fsyntax-only src/a.cpp
clang -fsyntax-only src/a.c
ktlint
scalafmt --check
clj-kondo --lint src
flutter build apk
nimble test
crystal spec
crystal tool format --check
prove -l t
prove -r t
forge test
forge build
forge fmt --check
npx hardhat test
npx hardhat compile
npx elm-test
tokei
`

/** What the same programs could be told beside it: to run, to load, to fetch, to publish, to write over files. */
const HELD_BACK = String.raw`
cmake -B build -DCMAKE_CXX_FLAGS=-fplugin=./x
cmake -B build -D CMAKE_C_COMPILER=./x
cmake -B build -DCMAKE_CXX_COMPILER=sh
cmake -B /tmp/x
cmake -B ../build
cmake -B src
cmake -B .
cmake -S .. -B build
cmake ..
cmake .
cmake /tmp/x
cmake -B build -DCMAKE_MAKE_PROGRAM=./x
cmake -B build -DCMAKE_PREFIX_PATH=/tmp/x
cmake -B build -DCMAKE_MODULE_PATH=/tmp
cmake -B build -DFOO=ON -DCMAKE_INSTALL_PREFIX=/
cmake -B build -DCMAKE_LINKER=x
cmake -B build -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=/etc
cmake -B build -DRUN="rm x"
cmake --build build --target install
cmake --build build --target deploy
cmake --build build -t uninstall
cmake --build=build -t install
cmake --build ../x
cmake --build build -- -f /tmp/x
cmake --build build -- install
cmake build install
cmake --preset ../x
cmake -P build
cmake -B build --trace-redirect=/x
cmake -B build --graphviz=../x
cmake -B build --profiling-output=/x
cmake --workflow --preset x
cmake -E touch x
meson setup ../x
meson setup src
meson setup build --cross-file=/x
meson setup build -Dx='rm'
meson setup build --prefix=/
meson setup /tmp/x
meson setup build /tmp/x
meson setup --wipe build
gcc -Wl,-plugin,./x a.c
gcc -Wa,--defsym a.c
gcc -Wp,-MD,x a.c
gcc -o Makefile a.c
gcc -o src/main.c a.c
gcc -o ../a a.c
gcc -o package.json a.c
gcc -o .git/hooks/pre-commit a.c
gcc -o gradlew a.c
gcc -fplugin=./x a.c
gcc -fplugin-arg-x a.c
gcc -fuse-ld=./x a.c
gcc -fdump-tree-all=x a.c
gcc -fprofile-dir=/x a.c
gcc -fprofile-use=/x a.c
gcc -fauxbase-strip x a.c
gcc -march=native -mx=./y a.c
gcc -specs=./x a.c
gcc -wrapper ./x a.c
gcc -B. a.c
gcc -no-canonical-prefixes -Bx a.c
gcc -include /etc/passwd a.c
gcc -include .env a.c
gcc -I/etc a.c
gcc -x c .env
gcc -E .env
gcc -E /etc/passwd
gcc -E -x c - 
gcc @x
gcc a.c -o x.py
gcc -aux-info x a.c
gcc -MF x -M a.c
gcc -save-temps a.c
gcc --sysroot=/x a.c
gcc -pipe -B/x a.c
gcc -L/tmp -lx a.c
gcc -l:../../x.so a.c
clang -fmodules-cache-path=/x a.c
clang -fpass-plugin=./x.so a.c
clang -Xclang -load a.c
clang -cc1 -load x
clang -fcrash-diagnostics-dir=/x a.c
clang++ -ivfsoverlay x a.cpp
gcc --version; rm x
gcc -v
rustup show home
rustup toolchain install x
rustup toolchain uninstall x
rustup target add x
rustup component add clippy
rustup override set nightly
rustup show; rustup self uninstall
hostname evil
hostname -F x
hostname -b x
git config user.name evil
git config user.email a@b
git config --get user.name x y
git config --get-regexp .
git config --get credential.helper
git config --get remote.origin.url
git config --get http.proxy
git config core.editor 'rm x'
git config --global --get user.name
git config -f /etc/x --get user.name
git config --file .git/config user.name
git config user.name --replace-all x
git config --unset user.email
git config alias.x
git config --get-urlmatch http x
git config get user.name --file /etc/x
git config set user.name x
git config edit
bun evil
bun deploy
bun x
bun add lint
bun install test
bun link test
bun create test
bun publish
bun pm ls --all; bun pm cache rm
bun pm cache rm
bun pm pkg set x
bun build ./x.ts --outfile=/etc/x
bun build ./x.ts --outdir=..
bun build ./x --compile
bun build --target=bun --outfile=../x x.ts
bun build ./x.ts --outfile src/index.ts
bun --preload ./x test
bun run ./evil.ts
bun ./test.ts
bun ../test.ts
bun /tmp/test.ts
bun https://x/test.ts
bun -e test
bun --eval test
bun --inspect test
bun repl
bun test --preload=./x
bun upgrade
bun patch x
bun exec 'rm x'
bun --env-file=.env test
npx esbuild x.ts --outfile=src/main.ts
npx esbuild x.ts --outfile=package.json
npx esbuild x.ts --outdir=src
npx esbuild x.ts --outdir=.
npx esbuild x.ts --outfile=dist/../package.json
npx esbuild x.ts --outfile=dist/../../x
npx esbuild x.ts --outfile=build/../.git/hooks/x
npx esbuild x --bundle --plugin:./x
npx esbuild x --servedir=. 
npx esbuild x --define:A=b --inject:./x
npx esbuild x --metafile=../x
npx esbuild x --allow-overwrite --outfile=x
npx hardhat run x.js
npx hardhat node
npx hardhat clean
npx hardhat test --network mainnet
npx hardhat deploy
npx hardhat verify x
npx hardhat ignition deploy x
npx prisma migrate deploy
npx prisma db execute
npx prisma generate
npx prisma format --schema=/etc/x
npx prisma validate --schema ../x
npx storybook dev
npx storybook build -o ../x
npx storybook upgrade
npx storybook init
npx elm-test init
npx elm-test install x
npx elm-test --compiler ./x
npx ng deploy
npx ng add x
npx ng generate component x
npx ng serve
npx ng update
npx ng run x:deploy
npx ng build --output-path=/
npx vitest run --reporter=../x
npx vitest run --reporter ./r
npx vitest run --environment=./e.ts
npx jest --env=./x
npx jest --testEnvironment ./x
npx jest --reporters ./x
npx jest --testResultsProcessor=./x
npx jest --filter=./x
npx jest --globalTeardown ./x
npx jest --preset ./x
npx jest --roots /
npx jest --cacheDirectory=/
npx jest --watchPlugins ./x
npx jest --moduleNameMapper x
npx jest --haste x
npx jest --snapshotResolver ./x
npx jest --testSequencer=./x
npx jest -c '{"globalSetup":"./x"}'
npx jest --config '{"reporters":["./x"]}'
npx mocha --ui ./x
npx mocha -u ./x
npx mocha -R ./x
npx mocha --extension x --loader ./x
npx mocha --import ./x
npx mocha --reporter-option output=/x
npx mocha -O output=/x
npx mocha ../x
npx stylelint --custom-syntax ./x
npx stylelint --config-basedir /x .
npx stylelint --formatter=./x .
npx stylelint -f ./x .
go env -json
go env GOFLAGS
go env GOPROXY
go env GONOSUMDB -w X=y
go env -changed
go env -w GOPATH=/x
go env GOPATH -w GOBIN=x
gotestsum tool slowest
cargo +./evil test
cargo hack clean
cargo hack publish
cargo hack run
cargo hack --each-feature run
cargo miri run
cargo miri setup
cargo miri clean
cargo insta accept
cargo insta reject
cargo insta review
cargo insta test --accept
cargo insta test --review
cargo insta test --unreferenced=delete
cargo insta test --workspace-root /x
cargo clippy -- @args
forge script x
forge create x
forge install x
forge clean
forge test --ffi
forge test --fork-url http://x
forge build --use ./solc
forge build --out ../x
forge build --cache-path ../x
forge fmt ../x
forge update
forge verify-contract x
forge flatten -o x
forge coverage --report-file ../x
forge lint ../x
elm make src/Main.elm --output=/etc/x
elm make src/Main.elm --output=index.html
elm install x
elm repl
elm reactor
elm publish
elm bump
elm init
crystal run x.cr
crystal eval x
crystal build x -o ../y
crystal spec --link-flags=x
crystal tool format ../x
crystal deps
crystal init app x
crystal play
nimble install x
nimble publish
nimble test --nim:./x
nimble run
nimble c x
nimble check -p:/tmp
prove -e ./x t
prove --exec ./x t
prove -I/tmp t
prove -Mevil t
prove -P evil
prove --formatter=./x t
prove --harness X t
prove --source x t
prove --archive ../x t
prove -a ../x.tgz t
prove -l t :: evil
prove evil.pl
prove ../t
prove --state=save t
rebar3 shell
rebar3 as prod release
rebar3 do ct, hex publish
rebar3 get-deps
rebar3 upgrade
rebar3 unlock
rebar3 clean
rebar3 new app x
rebar3 escriptize
rebar3 ct --sys_config ../x
rebar3 local install
gleam run
gleam publish
gleam add x
gleam hex x
gleam shell
gleam deps download
gleam export x
gleam format ../x
gleam clean
gleam update
gleam test x --target evil
ktlint --reporter=plain,output=/x
ktlint installGitPreCommitHook
ktlint --baseline=../x
ktlint -F ../x
ktlint generateEditorConfig
ktlint --patterns-from-stdin=x
detekt --report txt:/x
detekt --create-baseline
scalafmt ../x
clj-kondo --lint ../x
clj-kondo --copy-configs --lint src
srb init
srb rbi x
srb tc -e 'x'
srb tc --web-trace-file=../x
srb tc @x
treefmt --tree-root=/
treefmt ../x
treefmt --init
cloc --extract-with='sh x' .
cloc --out=../x .
cloc --report-file=x .
cloc --git --vcs='rm x' .
cloc --vcs 'rm x' .
scc -o ../x
scc --sql-project x
mkdocs build -d /x
mkdocs build --site-dir=..
mkdocs build --config-file /tmp/x
mkdocs gh-deploy --force
mkdocs serve -a 0.0.0.0:80
mkdocs new .
sphinx-build -b html docs src
sphinx-build -b html docs ..
sphinx-build -b html /tmp/x docs/_build
sphinx-build -b html docs /etc/build
sphinx-build -c /tmp/x docs build
sphinx-build -D extensions=x docs build
sphinx-build -d ../x docs build
sphinx-build -b evil docs build
sphinx-build -M clean docs build
sphinx-build -w ../x docs build
sphinx-build docs build/../../src
xxd -r a b
xxd a b
xxd .env
xxd -r -p x
xxd /etc/passwd
yq -i .a x.yml
yq eval-all -i . x
yq 'load("x")' a
yq '.a | eval("b")' x
yq 'env(HOME)' x
yq '.a = "x" | @sh' y
yq --inplace . x
yq . .env
yq . /etc/passwd
yq -s '.a' x
yq --from-file x y
yq -f extract . x.yml
yq e '.a' x --split-exp y
poetry lock
poetry lock --no-update
poetry build -o ../x
poetry build --output=/x
poetry env use x
poetry env remove x
poetry env activate
poetry env info --path; poetry publish
uv build -o ../x
uv build --out-dir=/x
uv build --index-url http://x
uv lock
uv lock --upgrade-package x
uv lock --check --index-url=http://x
python manage.py makemigrations
python manage.py makemigrations --check
python manage.py makemigrations --dry-run x --settings=evil
python manage.py makemigrations --check --dry-run --settings=evil
python manage.py makemigrations --check --dry-run --pythonpath=/tmp
python manage.py makemigrations --dry-run --check --merge -n ../x
python manage.py test --settings=evil
python manage.py test --testrunner=evil
python manage.py test --pythonpath /tmp
python manage.py check --deploy --database x; python manage.py flush
python manage.py check --fail-level x --settings evil
pytest -p evil.plugin
pytest -p ./x
pytest -pevil
pytest -W ignore::evil.Warning
pytest -W 'error::evil.Foo'
pytest -Werror::evil.Foo
pytest -p no:x -p evil
pytest -o addopts=-pevil
pytest -o 'addopts=-p evil'
pytest -o python_files=x -c /tmp/y
pytest -o filterwarnings=error::evil.X
pytest --pythonwarnings=error::evil.X
pytest --plugins=evil
pytest -o required_plugins=x
pytest -o pythonpath=/tmp
pytest -o log_file=/x
pytest -o junit_family=x --junitxml ../x
pytest --cov=src --cov-report=xml:../x
pytest --cov-report html:/x
pytest --cov-config ../x
pytest --cov-context=x --cov-report=annotate:/x
pytest --ignore=/ --rootdir ../x
pytest --html=../x
pytest --json-report-file=/x
pytest --report-log=/x
pytest --profile-svg
pytest --memray-bin-path=/x
pytest --benchmark-save=../x
pytest --benchmark-storage=/x
pytest --benchmark-json=x
pytest --browser-channel=./x
pytest --tracing on --output=/x
pytest --nbmake --nbmake-kernel=x
pytest --splits 2 --store-durations
pytest --testmon-env x --forked ../y
pytest --dist loadfile --tx ssh=x//python=y
pytest -d --tx 'popen//python=./x'
pytest -n 2 --px evil
pytest --maxworkerrestart=0 --rsyncdir=/
pytest -n2 --tx=3*popen
dotnet build -p:PostBuildEvent=rm
dotnet build -p:OutDir=..
dotnet build -p:Configuration='Release;PreBuildEvent=rm x'
dotnet build -p:Configuration=../x
dotnet test --collect:../x
dotnet test --logger:trx;LogFileName=../../x
dotnet test "--logger:trx;LogFileName=../../x"
dotnet build -property:X=y
dotnet build -p X=y
dotnet test --environment LD_PRELOAD=x
dotnet test -- RunConfiguration.TestAdaptersPaths=/x
dotnet test -- xUnit.ReporterSwitch=x
swift package describe --package-path /x
swift package show-dependencies --output-path x
swift package dump-package --x
swift package edit x
swift package init
swift package resolve
swift package unedit
swift package describe; swift package reset
mix deps.compile
mix deps.get
mix deps.unlock --all
mix deps --check-locked x
mix help; mix ecto.drop
mix deps.tree --format=dot --exclude x
mix docs --output ../x
mix docs -o /x
mix docs --open
mix compile --erl-config /x
mix test --config x
mix test --formatter Evil
mix test --export-coverage ../x
mix test -e x
mix xref graph --output ../x
mix credo gen.config
mix dialyzer --plt
mix sobelow --out ../x
mix doctor --config-file /x
mix hex.audit --x
flutter build apk -t ../x
flutter build web --output=/x
flutter build apk --dart-define-from-file=.env
flutter build apk --gradle-args x
flutter build evil
flutter build apk x y
bundle exec rspec -f ./x.rb
bundle exec rspec --format ./X
bundle exec rspec -f Evil::Formatter -r ./x
bundle exec rspec --format=html -o x.html
bundle exec rubocop -f ./x
bundle exec rubocop --format ./x.rb
bundle exec rubocop --plugin evil
bundle exec rubocop --init
bundle exec rubocop --regenerate-todo
bundle exec rubocop --auto-gen-config
bundle exec rubocop --cache-root /x
bundle exec rubocop --stdin ../x
mvn verify -P deploy -Dx=y
mvn verify -Pdeploy
mvn verify -P release
node --test --test-reporter ../x.js
node --test --test-reporter=tap --test-reporter-destination=../x
make help deploy
make help SHELL=x
bun --cwd /tmp test
bun --cwd=.. run test
deno bench --preload x
deno bench https://x
deno bench -A --allow-run
`

for (const command of lines(ORDINARY)) {
  test(`an ordinary command of a tool passes: ${command}`, () =>
    assert.deepEqual(judgeCommand(command, PLACE).harmless, true))
}

for (const command of lines(HELD_BACK)) {
  test(`held back of a tool: ${command}`, () => assert.equal(judgeCommand(command, PLACE).harmless, false))
}
