import * as zlib from 'node:zlib'

/** One file of a ZIP archive, still packed. */
export interface ZipEntry {
  name: string
  /** The content; undefined if it is damaged, or packed with a method that we cannot read. */
  read: () => Buffer | undefined
}

/** The files of a ZIP archive in the order of its directory; undefined if it has no readable directory. */
export const zipEntries = (archive: Buffer): ZipEntry[] | undefined => {
  const end = archive.lastIndexOf(END_SIGNATURE)
  if (end < 0 || end + END_BYTES > archive.length) return undefined
  const [count, start] = [archive.readUInt16LE(end + 10), archive.readUInt32LE(end + 16)]
  const entries: ZipEntry[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    // Archives beyond 4 GB store their numbers elsewhere; none that we read is that large.
    if (at + HEADER_BYTES > archive.length || archive.readUInt32LE(at) !== HEADER_SIGNATURE) return undefined
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const name = archive.toString('utf8', at + HEADER_BYTES, at + HEADER_BYTES + (nameBytes ?? 0))
    const [method, bytes, local] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 42),
    ]
    entries.push({ name, read: () => unpack(archive, { method, bytes, local }) })
    at += HEADER_BYTES + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  return entries
}

const END_SIGNATURE = Buffer.from('PK\u0005\u0006')
const END_BYTES = 22
const HEADER_SIGNATURE = 0x02014b50
const HEADER_BYTES = 46
const LOCAL_BYTES = 30
/** A packed file that grows beyond this is a bomb, or too large to hold in memory. */
const MOST_BYTES = 512 * 1024 * 1024

const unpack = (
  archive: Buffer,
  { method, bytes, local }: { method: number; bytes: number; local: number },
): Buffer | undefined => {
  if (local + LOCAL_BYTES > archive.length) return undefined
  const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + bytes)
  const options = { maxOutputLength: MOST_BYTES }
  try {
    if (method === 0) return packed
    if (method === 8) return zlib.inflateRawSync(packed, options)
    // Older versions of Node have no zstd.
    if (method === 93 && typeof zlib.zstdDecompressSync === 'function') return zlib.zstdDecompressSync(packed, options)
  } catch {
    return undefined
  }
  return undefined
}
