/** Whether a text holds a statement for a database that does more than look. A statement that is not known to look counts. */
export const changesData = (text: string): boolean => {
  const looked = text.slice(0, MAX_LOOK_CHARS)
  return STATEMENT.test(looked) || COMMAND.test(looked)
}

/** Arguments that are kept whole are far shorter. */
const MAX_LOOK_CHARS = 8_192

/** Each verb with the word that makes it a statement and not English. */
const STATEMENT =
  /(?:^|[\s"'`(;=])(?:insert\s+(?:or\s+\w+\s+)?into|update\s+["'`\w][\w."'`]{0,80}\s+set|delete\s+from|drop\s+(?:table|owned|tablespace|extension|database|schema|view|materialized|index|sequence|type|domain|user|role|column|function|trigger|collection|keyspace)|truncate\s+(?:table\s+)?["'`]?\w|alter\s+(?:table|user|role|database|schema|system|type|index)|create\s+(?:or\s+replace\s+)?(?:temp\w*\s+|unique\s+)?(?:table|user|role|database|schema|index|view|function|trigger|extension)|grant\s+[\w, ]{1,80}\s+(?:on|to)|revoke\s+[\w, ]{1,80}\s+(?:on|from)|copy\s+["'`\w][\w."'`]{0,80}\s+(?:to|from)|merge\s+into|replace\s+into|flush(?:all|db))\b/i

/** What is not SQL but destroys as much. */
const COMMAND = /\.(?:dropDatabase|drop|deleteMany|deleteOne|remove|updateMany|insertMany|insertOne|renameCollection)\(/
