/** Whether statements in a text throw data away: drop, truncate, and deleting or updating without saying which rows. */
export const destroysData = (text: string): boolean =>
  text
    .slice(0, MAX_LOOK_CHARS)
    .replace(COMMENT, ' ')
    .split(';')
    .some((statement) => {
      const words = statement.replace(/\s+/g, ' ').trim()
      return (
        DROPS.test(words) ||
        MONGO.test(words) ||
        (TAKES_ALL.test(words) && !/\bwhere\b(?! (?:1 ?= ?1|true|1(?! ?[=<>!]))\b)/i.test(words))
      )
    })

/** Arguments that are kept whole are far shorter. */
const MAX_LOOK_CHARS = 8_192

const COMMENT = /--(?=\s)[^\n]{0,200}|\/\*[^*]{0,200}\*\//g

/** After an opening that may stand before a statement: a shell's option, a transaction, a common table expression. */
const DROPS =
  /(?:^|[\s"'`(=])(?:drop (?:table|owned|tablespace|extension|database|schema|view|materialized view|index|sequence|type|user|role|column|function|trigger|collection|keyspace)\b|truncate (?:table )?["'`]?\w|alter table .{1,120}\bdrop (?:column|constraint)?\b|flush(?:all|db)\b)/i
const TAKES_ALL = /(?:^|[\s"'`(=])(?:delete\sfrom ["'`]?\w|update ["'`]?\w[\w."'`]{0,80} set )/i
const MONGO = /\.(?:dropDatabase|drop|deleteMany|remove)\(\s*(?:\{\s*\})?\s*\)/
