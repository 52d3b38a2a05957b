import { stem, tokenise } from '../lib/tokenise.ts'

/**
 * How much a word tells about a task, before a user's templates are known. Words that hold sentences together tell
 * nothing, words of every developer's request little, everyday words and widespread technology something. Any other
 * word counts in full.
 */
export const telling = (term: string): number => WEIGHTS.get(term) ?? 1

/** The weight of everyday words. Words of every request weigh less. */
export const EVERYDAY = 0.4
const OF_REQUESTS = 0.12

/** Articles, pronouns, auxiliary verbs and polite words, in the languages that people write to agents most. */
const FUNCTION_WORDS = `
a about above after again all almost already alright also although always am an and another any anybody anymore anyone anything
anyway are around as at away back be because been before behind being below best better between big bit both but by bye can cannot
cant come could couldnt did didnt different do does doesnt doing done dont down during each either else end enough especially etc
even ever every everyone everything everywhere few first for from further gave get gets getting give given go goes going gone good
got great had hadnt has hasnt have havent having he hello help her here hers hey hi him his hm hmm how however i id if ill im in
instead into is isnt it its ive just keep kind know last later least less let lets like likely little long look looks lot lots made
make makes making many may maybe me mean might mine more most much must my myself near need needs never new next nice no nobody none
nope nor not nothing now of off often ok okay old on once one ones only onto or other others our ours out over own part per perhaps
please possible possibly pretty probably put quite rather re read really right said same say says second see seem seems seen several
shall she should shouldnt show since so some somebody someone something sometimes somewhere soon sort still stuff such sure take
takes tell than thank thanks that thats the their them then there theres these they thing things think this those though three
through thus till to today together tomorrow too took toward tried tries try trying turn two under unless until up upon us use used
uses using usually very via wanna want wants was wasnt way ways we well went were werent what whatever whats when where whether which
while who whole whom whose why will with within without wont word words would wouldnt wrong yeah yep yes yesterday yet you your
youre yours vs eg ie plz pls btw fyi lol hmmm anyways gonna gotta dunno cool perfect awesome alright sorry wait hold
der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war waren wird werden wurde hat haben
hatte kann können könnte soll sollen sollte muss müssen ich du er sie es wir ihr mich mir dich dir uns euch mein dein sein unser bitte
danke auch noch nur schon mal so wie was wer wo wann warum wenn weil dass damit für von mit bei nach aus zu zum zur im in am an auf um
über unter vor hinter zwischen durch ohne gegen bis als dann doch hier da dort jetzt immer mehr sehr gut alle alles etwas nichts ja
nein man kannst du mach mache machen gibt geht
le la les un une des du de et ou mais ne pas est sont était être avoir ai as avons avez ont je tu il elle nous vous ils elles mon ton
son notre votre ce cet cette ces qui que quoi dont où quand comment pourquoi si pour par avec sans sur sous dans en au aux plus moins
très bien tout tous toute merci oui non peux peut faire fait
el los las una unos unas del y o pero no es son era ser estar está están hay yo tú él ella nosotros ustedes mi tu su nuestro este esta
estos estas ese esa eso que quien cual cuando donde como cómo por para con sin sobre en al más menos muy bien todo todos toda todas
gracias sí puede puedes hacer lo se le les ya me te nos
o os um uma uns umas do da dos das e ou mas não é são foi ser ter tem eu ele ela nós você vocês meu seu nosso isso isto este esta que
quem qual quando onde como por para com sem sobre em no na nos nas ao mais menos muito bem tudo todos obrigado sim pode fazer
redacted secret path url
awk cat cd chmod grep ls mkdir printf rg sed uniq wc xargs`

/** Words of every second request to a developer. */
const REQUEST_WORDS = `
ability able accept access action actual actually add added adding addition additional address adjust advice agent ai allow amount analyse
analysis analyze answer app appear application apply approach appropriate architecture argument array ask assert assistant attempt
automatic automatically available avoid bad base based basic basically become begin behavior behaviour benchmark block body box branch
break breaking broke broken bug build building built bump button call called calling case cases catch cause certain change changed
changes changing chat check checked checking choose class clean cleanup clear click client close code codebase coding column command
comment commit commits common compare compile complete completed completely component concept config configuration configure confirm
conflict connect consider console consistent constant contain content context continue control convert copy core correct correctly count
create created creates creating current currently custom cut data debug debugging decide deep default define delete demo dependency
deploy describe description design detail detailed details detect dev develop developer development diff difference directly directory
disable discuss display doc docs document documentation documents double draft drop dry easy edit editor element empty enable ensure
entire entry environment env error errors evaluate exact exactly example examples except exception execute exist existing exit expect
expected explain explanation expose extend external extra extract fail failed failing fails failure false fast feature features field
figure file files fill final finally find fine finish fix fixed fixes fixing flag flow folder follow following form format formatting
found fresh full fully function functionality functions general generate generated generic git github global goal group guess guide handle handled
handling happen happened happening happens hard head helper hide high hint hook idea identify ignore immediately implement
implementation implemented implementing import important improve improvement improvements include included including info information
initial initialize inline input inside inspect install installation instance instruction instructions integrate integration interface
internal introduce investigate issue issues item items job jump key label language large latest launch layer layout lead leave length level
lib library limit line lines link links lint linter list listed load loading local log logging logic logs loop low main maintain major
manage manager manual manually map mark match matter maximum mention merge message messages method methods minimal minimum minor
missing mistake mock mode model modify module moment move multiple name named names naming necessary network node normal note notes notice null
number numbers object once open operation optimize option optional options order organize original otherwise outdated outline output
overall overview package page pages param parameter parameters parent parse pass passed passing patch pattern pause performance
permission pick piece place plan planned plans platform play plugin point pr prefer prepare present prevent preview previous print
problem problems proceed process production program progress project projects prompt proper properly property propose provide public pull
purpose push query question questions quick quickly raise random range reach ready real reason rebase recent recommend redo reduce
refactor refactoring reference regarding related release relevant reload remain remember remote remove removed rename render repeat replace repo report
repository request requests require required requirement requirements research reset resolve resource response rest restart restore
result results resume retry return returned review revert rewrite root rule rules run running runs safe sample save scan scope script scripts
search section select send separate server service session set setting settings setup share short shown similar simple simplify
single size skip slow small snippet solution solve source space specific specify split stage staging standard start started starting state
statement status step steps stop store string structure style sub submit success successfully suggest suggestion suite summarize
summary support suppose supposed switch sync syntax system table tag task tasks team template temporary term terminal test tested
testing tests text throw ticket time times title todo token tool tools top total touch track tree trigger true tweak type types typo
ui undefined understand understanding undo unit unnecessary unused update updated updates upgrade user users valid validate validation value values
variable various verify version versions view visible wait walk warning warnings watch wire work worked worker workflow working works workspace
world worth wrap write writing written wrote zero
fehler datei dateien test tests bitte ändern hinzufügen fertig funktion prüfen neue neuen neuer alte
error archivo archivos prueba agregar cambiar problema nuevo nueva fichier fichiers erreur ajouter problème nouveau arquivo erro
implementar implementación mejorar mejoras problemas columna formulario página lista botón visualización`

/** Widespread technology, and nouns and verbs of everyday life. */
const EVERYDAY_WORDS = `
admin android angular animation ansible apache api arm async audio audit auth authentication authorization aws azure azure backend background
backup bar bash batch binary blog bootstrap browser bucket buffer byte cache calendar camera card cargo center certificate chart chrome
ci cd cli cloud cluster color colour compiler container cookie counter cpp cpu credential cron crud css csv cursor customer cypress dark
dashboard database dataset date db debian dialog disk django dns docker dockerfile dom domain download driver dropdown duplicate email emoji
encoding endpoint engine eslint event excel export express extension fastapi fetch filter firebase flask flexbox flutter font footer framework frontend
front gateway gcp gemini gif go golang google gpt gpu gradle graph graphql grid gui gzip hash header health home host hosting hover html http icon
id image images index infrastructure ios ip iterator java javascript jest jira job js json jwt kotlin kubernetes kafka lambda landing laravel leak light linux listen listener llm load locale
lock login logout loop mac macbook macos mail markdown maven mcp memory menu metadata metric microservice middleware migrate migration
mobile modal mongo mongodb monitor mysql navigation navbar nest next nextjs nginx nodejs notebook notification npm null nuxt oauth openai openapi orm os overlay overview
pagination panel parallel parser password path payload pdf permission phone php pip pipeline pnpm pod popup port portfolio post postgres postgresql
powershell prisma private profile profiling protocol proxy pydantic pytest python pytorch queue rails react reader readme record redirect redis redux regex register registry
render replica responsive rest ring role route router routing row rows ruby runtime rust s3 safari sandbox scale schedule scheduler schema screen screenshot scroll sdk
security sdk select selector sensor sentry server serverless shell sidebar signup sleep slide slack socket sort sorting spec spinner sql sqlite ssh ssl stack
storage stream stripe style stylesheet subprocess supabase svelte svg swagger swift tab tailwind tensorflow terraform theme thread thumbnail timeout
timestamp timezone toggle toolbar tooltip torch trace traceback transaction transform transformer translation typescript ubuntu upload uri username utf
utils vercel video vim virtual vite vpn vscode vue web webhook webpack website websocket wifi window windows wordpress wrapper xml yaml yarn zip
actor address adult age air animal area arm art article author baby bag ball bank bath beach bed bike bill bird birthday black blood blue board
boat book bottle bottom boy bread breakfast bridge brother brown budget bus business buy cake capital car career cat chair cheap child children church city
coffee cold company cook country course cover cow cup customer daily dance daughter day days death deal difficult dinner doctor dog dollar door dream dress drink
drive early earth east eat egg energy english evening exercise eye face fact family farm father feel female field fight film finance fire fish five flight floor flower
fly food foot four french friend fruit fun funny future game garden girl glass gold grand green ground grow hair half hand happy head heart heat history holiday
horse hospital hotel hour hours house human hundred idea interview island kitchen knee lady lake land law leader learn leg lesson letter life love lunch male
man market marriage math meal meat medical meet meeting member men milk million minute minutes money month months moon morning mother mountain mouth movie
museum music natural night north nose ocean office oil opinion orange page paint paper parent park party past pay peace people person personal photo photos picture
pink plant player poem police policy poor president price product professional question rain reading red restaurant rice rich river road rock room salt school science sea
season sell shirt shoe shop sick side sing sister sky snow social soft song sound soup south speech sport spring square star station stone store story street
strong student study summer sun sunday table talk tax tea teach teacher ten test theory ticket tiny town train travel trip truck true uncle university
vacation vegetable village visit voice voting war warm wash water weather wedding week weekly weekend west white wife wild wind wine winter woman women wood
year years yellow young
abroad absolute abstract academic achieve across active activity adapt adopt advanced advantage afraid afternoon against agree ahead alert alive
alone along alternative amazing analyst ancient angle angry annual apart apparently appeal apple appointment appreciate approve april approximately
argue arrange arrive asap aside asleep assign assist assume assumption attach attack attend attention attract august average aware awareness awful
background balance ban bare bear beat beautiful beauty behave belief believe belong benefit beside beyond bind blame blank blind boost border boring
born borrow boss bother bound brain brand brave bright brilliant bring broad brief bundle burn busy calculate calm camp cancel candidate capable
capacity capture care careful carefully carry cast category celebrate central century ceremony certainly chain challenge champion chance chapter
character charge charity chase cheat checklist cheese chef chicken choice circle citizen civil claim classic clever climate climb clock cloth clothes club
coach coast collect collection college combination combine comfort comfortable comprehensive commercial committee communicate communication community compact
compatible compete competition complain complaint complex comply compose comprehensive concern conclude conclusion concrete condition conduct conference confidence
confident confuse confused confusing connection conscious consequence consist consult consume contact contest continuous contract contrast contribute
convenient conversation convince cost council couple courage crash crashed crazy cream creative creature credit crew crime crisis critical criticism cross crowd crucial cry
culture cure curious curve cycle damage danger dangerous deadline dear debate debt decade decent decision declare decline decrease deeply defeat defend
degree delay deliver delivery demand deny depend dependent depth desert deserve desire desk desktop despite destroy determine device devote die diet
differ digital dig direct direction dirty disappear discount discover discovery discussion dish dismiss distance distinct distinguish distribute district divide
doubt dozen drag drama draw drawing drawn duty eager earn ease easily economic economy edge edition education effect effective efficient effort elderly elect
electric electronic elegant eliminate embed emerge emergency emotion emphasis employ employee enclose encounter encourage enemy engage enhance enjoy enormous enter
entertain enthusiasm entirely equal equipment era escape essay essential establish estate estimate eventually evidence evil evolve examine excellent
exchange excited exciting exclude excuse exhaust expand expensive experience experiment expert explicit explicitly explore expose express expression extent
extreme extremely fade fail fair fairly faith fake fall familiar famous fan fancy fantastic far fashion fault favor favorite favourite fear fee feedback fellow
fence festival fever fiction finger finish firm fit fixed flat flavor flexible float flood foreign forever forget forgot formal former fortune forum forward
foundation frame frankly free freedom freeze frequent frequently fridge fuel function fund funeral furniture gain gallery gap gas gather gentle genuine giant gift
glad glance goal god grab grade gradually graduate grammar grant grateful grave greet grey gray grocery gross guarantee guard guest guilty guy habit handy hang happily harm
hate heal heaven heavy height hell hero hesitate hidden highlight highly hire hit hobby hole holy honest honestly honor hope hopefully horrible huge hungry hunt hurry
hurt husband ice ideal identity ignore illegal illness illustrate imagine impact imply impossible impress impression impressive incident income increase incredible
independent indicate individual industry inevitable influence inform innocent insert insight insist inspire instant institute insurance intelligent intend intense
intention interest interesting international interpret interrupt intro introduction invent invest investment invite involve isolate itself january jacket joke journal journey
joy judge juice july june junior justice kick kid kill killed kingdom kiss knife knock knowledge lack latter laugh lay lazy leaf leak lean leather lecture left legal lend liberal
license lie lift likewise listen literally literature lively loan locate located location lonely loose lose loss lost loud lovely lower luck lucky luxury magazine
magic maintenance majority manner manufacture march margin massive master material mature mayor meaning meanwhile measure mechanism medicine medium
melt memory mental mere merely mess method middle mild military mind mirror miserable misleading mission mix mixture moderate modern modest monday mood
moral mostly motion mount mouse multi murder muscle mystery naive narrow nation native nature neat neck negative neglect neighbor neighbour nervous nest neutral nightmare
noise nowadays nurse obey objective observe obtain obvious obviously occasion occupy occur odd offer official ongoing opportunity opposite optimal
organic organization origin ought outside overcome overlap overlaps owe owner pace pack pain pair pale panic paragraph pardon partial participate particular particularly
partner passage passenger passion passive patient payment peak peer pen pencil penalty perform performance period permanent permit persist personality perspective
phase philosophy phrase physical piano pin pinned pipe pitch pity plain planet plate pleasant pleasure plenty plot plus pocket poetry poison pole polite
political poll pool popular population portion pose position positive possess possibility potential pound pour poverty power powerful practical practice praise
pray precise predict preference pregnant presence presentation preserve press pressure pretend pride primary prime principle prior prison privacy prize procedure
profit promise promote prompt proof proposal protect proud prove province psychology publish purchase pure pursue puzzle qualify quality quantity quarter queen
quiet quit quote race radio rail rapid rare rarely rate raw react realistic realize rebuild receipt receive received recently recipe recognize recommendation
recover recovery reduction refer reflect refuse regard region regret regular regularly reject relate relation relationship relative relax reliable relief religion
rely remark remind removal rent repair replacement reply represent reputation rescue reserve resident resist respect respond responsibility responsible
restrict retain retire reveal revenue reverse revise revision revolution reward ride ridiculous rise risk ritual rival roll roof rope rotate rotation rough round roughly
routine royal rude ruin rush sad safely safety sake salary sale sand satisfy saturday sauce save scale scared scatter scenario scene scenario schedule scholar
score scored secretary secure seed seek selection self senior sense sensible sensitive sentence separately september sequence series serious seriously serve
settle severe sex shade shadow shake shallow shame shape sharp sheet shelf shift shine ship shock shoot shopping shoulder shout shut sign signal significant silence silent silly
silver simplest simply sin singer sit site situation skill skin slight slightly slip smart smell smile smoke smooth snap solid somehow somewhat son soul specially species
speak speaker special speed spell spend spent spirit spoken spot spread stable staff stand stare statistics stay steady steal steam steel stick stomach storm straight
straightforward strange stranger strategy strength stress stretch strict strike strip struggle stupid subject subsequent substance substantial succeed sudden suddenly suffer sufficient
sugar suit suitable sum super supply surface surprise surprising surround survey survive suspect sweet swim switch sword symbol sympathy talent target taste
technical technique technology telephone temperature tend tendency tense tension terrible terribly territory thin thick thirty thought thousand threat
throat throughout thursday tie tight tip tired tone tongue tonight tooth topic tough tour tower toy trade tradition traditional traffic transfer transition transport
trap treat treatment trend trial trick trouble trust truth tuesday tune tutorial twelve twenty twice twist typical typically ugly ultimate unable unexpected
unfortunately uniform union unique universal unknown unlike unusual upper upset urban urgent usage useful useless usual utility valuable variety vast vehicle verb via
victim victory violent vision visitor vital vocabulary volume volunteer vote wage wake wall wander warn waste wave weak wealth weapon wear wednesday
weigh weight weird welcome wet wheel wherever widely widget width wing winner wisdom wise wish wonder wonderful wondering wool worker worry worse worst
wound yard yell zone
ap args bin bool br cjs const css3 dist dts enum env esm exe fn foo fs func init int io jpg js jsx lang len lf md mjs msg namespace node_modules npx obj opts pkg png ps px py
rc req res rs semver sh src std stderr stdin stdout str struct svg sys tmp toml ts tsx txt typedef uint util utils v1 v2 v3 v4 v8 var vars void wasm xterm yml zsh
addon algorithm array boolean bracket brace buffer bundle bundler callback cast chunk closure compiler concurrency constructor converter cross declaration
decode decoder decorator definition deprecated deprecation deploy deserialize emit emitter encode encoder ecmascript escape evaluate export exports fallback float fork generator getter
handler heap inherit inheritance initialize integer interactive invoke iterate javascript kernel keyword lexer literal loader logger lookup matrix
minify mutation namespace nested notation operand operator overload override parsing pointer polyfill polymorphism prefix primitive procedure prototype
quickstart quotes recursion recursive refactor renderer resize resolver return runner scalar semantic serialize serializer setter signature singleton snapshot
spec stack stateful stateless stringify subclass subscript suffix symlink tokenizer transpile traverse tuple typings unicode unix validator variant vector verbose
wildcard wrapper char character characters changelog macro segment segmentation fault`

const WEIGHTS = new Map<string, number>()
for (const [words, weight] of [
  [EVERYDAY_WORDS, EVERYDAY],
  [REQUEST_WORDS, OF_REQUESTS],
  [FUNCTION_WORDS, 0],
] as const)
  for (const word of words.trim().split(/\s+/)) {
    WEIGHTS.set(stem(word), weight)
    WEIGHTS.set(word, weight)
  }

/** A term of the task: its spelling in the text, and how telling it is. */
export interface QueryTerm {
  term: string
  word: string
  weight: number
}

/** A text with more words than this was pasted; its most telling words are enough. */
const MOST_QUERY_TERMS = 150

/** The telling terms of a text, each once, most telling first; equal terms in the order of the text. */
export const queryTerms = (text: string): QueryTerm[] => {
  const terms = new Map<string, QueryTerm>()
  for (const { term, word } of tokenise(text)) {
    const weight = telling(term)
    if (weight > 0 && !terms.has(term)) terms.set(term, { term, word, weight })
  }
  return [...terms.values()].toSorted((one, other) => other.weight - one.weight).slice(0, MOST_QUERY_TERMS)
}
