import type { Connection } from '../../src/store/connection.ts'

/** A store whose n-th statement fails, as a full disk or a lost connection would make it. */
export const failingAfter = (store: Connection, statements: number): Connection => {
  let left = statements
  const wrap = (inner: Connection): Connection => {
    const counted =
      <A extends unknown[], R>(work: (...words: A) => Promise<R>) =>
      async (...words: A): Promise<R> => {
        if (left-- <= 0) throw new Error('the store is gone')
        return work(...words)
      }
    return {
      ...inner,
      all: counted(inner.all) as Connection['all'],
      run: counted(inner.run),
      insertNew: counted(inner.insertNew),
      transaction: (work) => inner.transaction((transaction) => work(wrap(transaction))),
    }
  }
  return wrap(store)
}
