import { existsSync, statSync } from 'node:fs'
import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'

/** The store of a program that runs for days. */
export interface StoreDoor {
  /** The store as it is now. A store that cannot be opened is tried again the next time. */
  open(): Promise<Connection>
  /** False if the store's file does not exist; a database server counts as existing. */
  isThere(): boolean
  close(): Promise<void>
}

/** Opens a store at first use and keeps it open, unless its file was replaced. Never creates one. */
export const createStoreDoor = (address: string): StoreDoor => {
  let opened: { store: Promise<Connection>; file: string } | undefined
  const close = async (): Promise<void> => {
    const before = opened
    opened = undefined
    await before?.store.then(
      (store) => store.close(),
      () => undefined,
    )
  }
  return {
    close,
    isThere: () => fileOf(address) !== '',
    open: async () => {
      const file = fileOf(address)
      if (opened !== undefined && opened.file !== file) await close()
      if (file === '') throw missing(address)
      if (opened !== undefined) return opened.store
      const store = openStore(address)
      const mine = { store, file }
      opened = mine
      try {
        return await store
      } catch (error) {
        if (opened === mine) opened = undefined
        throw error
      }
    },
  }
}

/** Identifies the file at a path; empty if there is none, and the address if the store is not a file. */
const fileOf = (address: string): string => {
  const path = pathOf(address)
  if (path === undefined) return address
  if (!existsSync(path)) return ''
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}

const pathOf = (address: string): string | undefined => {
  const path = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : ''
  return path === '' || path === ':memory:' ? undefined : path
}

const missing = (address: string): AppError =>
  new AppError('no-such-store', `there is no store at ${pathOf(address) ?? ''} yet`, {
    hint: '`warmstart sync` makes one and reads what your agents have written',
  })
