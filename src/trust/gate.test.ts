import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeCommand } from './gate.ts'

const PLACE = { project: '/home/ann/shop', cwd: '/home/ann/shop' }

const ORDINARY = String.raw`
npm test
npm test -- --run src/cart.test.ts
npm run lint -- --fix
npm run build:prod
pnpm --filter shop test
pnpm typecheck
yarn lint
bun test
npx tsc --noEmit
npx vitest run src/cart.test.ts -t "adds up"
npx eslint src --ext .ts --max-warnings 0
npx prettier --check .
./node_modules/.bin/jest --ci --runInBand
node --test src/cart.test.ts
deno test -A
pytest -q tests/test_cart.py::test_total
python -m pytest -x -k "cart and not slow"
python3 -m unittest discover -s tests
PYTHONPATH=src pytest -q
uv run pytest -q
poetry run mypy src
ruff check . --fix
ruff format --check .
mypy --strict src
black --check src
tox -e py311
go test ./... -run TestCart -count=1 -v
go test -race ./... 2>&1 | tail -20
go build ./...
go vet ./...
gofmt -l .
golangci-lint run ./...
cargo test --workspace -- --nocapture
cargo clippy --all-targets -- -D warnings
cargo fmt --check
cargo build --release
./gradlew test --tests CartTest
./gradlew clean build
mvn -q test -Dtest=CartTest
make test
make -j8 lint
grep -rn "API_KEY" src
grep -rln "API_KEY" .
grep -rn "token" . --include=*.py
grep -rn "TODO" .
rg TOKEN
rg --hidden TODO
rg --hidden -g '*.ts' secret
git grep password
git log -L1,9:src/cart.ts
lefthook run pre-commit
pre-commit run mypy
go build -o bin/shop ./cmd/shop
go build -o shop .
yamllint *.yml
cat .github/workflows/*.yml
ruff check --config "line-length = 100" .
just test
mise run lint
task build
cmake --build build --parallel
ctest --output-on-failure
bundle exec rspec spec/cart_spec.rb
rubocop -a
vendor/bin/phpunit --filter CartTest
composer test
mix test test/cart_test.exs
dotnet test --no-build
swift test
shellcheck scripts/run.sh
./scripts/test.sh
git status --short
git log --oneline -10
git diff HEAD~1 -- src/cart.ts
git diff --stat main...HEAD
git show HEAD:src/cart.ts
git blame -L 10,20 src/cart.ts
git branch --show-current
cd web && npm test 2>&1 | tail -5
cd /home/ann/shop && git status
npm test 2>&1 | grep -E "fail|pass" | head -20
npm test; echo "exit: $?"
timeout 300 npm test
time cargo test
CI=1 NODE_ENV=test npm test
cat src/cart.ts | head -40
sed -n '10,20p' src/cart.ts
rg -n "total" src
find . -name '*.ts' -not -path './node_modules/*'
ls -la src && wc -l src/cart.ts
awk '{print $1}' notes.txt | sort | uniq -c
just test-int
make all
npm run build --workspace=packages/core
git submodule status
git diff --no-index /dev/null src/cart.ts
mise run render:schema
`
  .trim()
  .split('\n')
for (const command of ORDINARY)
  test(`an ordinary command passes: ${command}`, () => {
    const judged = judgeCommand(command, PLACE)
    assert.equal(judged.harmless ? '' : judged.why, '')
  })

const HELD_BACK = String.raw`
git push
git commit -m x
grep -Rn total src
rg -L total
find -L . -name x
fd --follow x
git reflog expire --all
git branch -D main
git tag v1
git diff --output=x
git -c core.pager=evil log
git log --ext-diff
git grep --open-files-in-pager=rm x
git show HEAD:.env
npm install
npm publish
npm run deploy
npm run ci:release
npm exec evil
npx evil
npx -p evil tsc
pnpm
yarn
pnpm ci
yarn add x
npm test --prefix ../other
npm test -- --config=/tmp/evil.js
npm test --script-shell=evil
node script.js
node -e "1"
node evil.js --test
python -c "1"
python x.py
python -m http.server
pytest -p evil
pytest --basetemp=src
go run .
go generate ./...
go test -exec evil ./...
go build -toolexec evil
go build -o ../x
cargo run
cargo install x
cargo test --config x
mvn deploy
mvn clean
mvn test -Dexec.executable=rm
./gradlew publish
./gradlew -I evil.gradle test
make install
make test SHELL=/tmp/evil
make -f evil test
just deploy
mise exec node@20 -- rm x
uv run --with evil pytest
sort -o x y
uniq a b
find . -delete
find . -exec rm {} +
rg --pre evil x
sed -i s/a/b/ x
sed -n 'w x' y
sed 's/a/b/e' y
awk 'BEGIN{system("rm x")}'
awk '{print > "x"}'
jq -n env
tail -f log
tee x
xargs rm
env
printenv
set
export A=1
cat .env
cat .en?
cat terraform.tfvars
git log -L1,9:.env
git log -L :main:config/.env
grep -rn "" .
grep -r . .
grep -rn "API_KEY" .
grep -rhoE "sk-[A-Za-z0-9]+"
grep -d recurse -e TOKEN .
rg --hidden TOKEN
rg -uuu ""
rg -. . .
ag --hidden SECRET
ack password
git grep --no-index SECRET
git grep --untracked -h .
lefthook run release-all
pre-commit run deploy-prod
ginkgo bootstrap
go build -o scripts/deploy
ruff check --config "cache-dir='/etc'" .
tox --workdir=src -r
cat ~/.ssh/id_rsa
cat /etc/passwd
cat ../other
cd / && ls
cd .. && cat x
cd sub || cat ../../x
ls $HOME
echo $(rm x)
echo {a,b}
LD_PRELOAD=x ls
PATH=/tmp ls
BASH_ENV=x npm test
NODE_OPTIONS=--require=./evil.js npm test
GIT_SSH_COMMAND=evil git status
ls > x
ls < x
ls &
(ls)
! ls
if true; then ls; fi
ls # note
\ls
l""s
command ls
exec ls
eval ls
bash -c ls
sh x.sh
sudo ls
time rm x
timeout 5 rm x
nice rm x
env rm x
curl http://localhost
ssh host ls
docker ps
kubectl get pods
gh auth token
test -v 'a[$(rm x)]'
printf -v x y
`
  .trim()
  .split('\n')
for (const command of HELD_BACK)
  test(`held back: ${command}`, () => assert.equal(judgeCommand(command, PLACE).harmless, false))

test('without a directory relative paths are inside and absolute ones outside', () => {
  const nowhere = { project: undefined, cwd: undefined }
  assert.equal(judgeCommand('cat src/a.ts', nowhere).harmless, true)
  assert.equal(judgeCommand('cat /home/ann/shop/a.ts', nowhere).harmless, false)
  assert.equal(judgeCommand('cat ../a.ts', nowhere).harmless, false)
})

test('a task names the files that say what it does', () => {
  const judged = judgeCommand('cd web && npm test', PLACE)
  assert.ok(judged.harmless && judged.definitions.includes('/home/ann/shop/web/package.json'))
  const named = judgeCommand('just -f other.just test', PLACE)
  assert.ok(named.harmless && named.definitions.includes('/home/ann/shop/other.just'))
})
