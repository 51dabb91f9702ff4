import { makeZip } from 'client-zip'
import type { ArchiveEntry } from './archive-entries.ts'

/** What is written so far leaves the page’s memory in pieces of this size. */
const pieceBytes = 1024 * 1024

/** Makes the archive, entry by entry. */
export async function zipBlob(entries: AsyncIterable<ArchiveEntry>): Promise<Blob> {
  const blobs: Blob[] = []
  let piece: Uint8Array<ArrayBuffer>[] = []
  let pieceSize = 0
  const flush = () => {
    blobs.push(new Blob(piece))
    piece = []
    pieceSize = 0
  }
  const reader = makeZip(entries).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    piece.push(value as Uint8Array<ArrayBuffer>)
    pieceSize += value.byteLength
    if (pieceSize >= pieceBytes) flush()
  }
  flush()
  return new Blob(blobs, { type: 'application/zip' })
}
