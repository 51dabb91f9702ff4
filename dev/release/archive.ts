/** Archives whose bytes follow from their content alone: sorted, of one time and owner. */
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'

export interface Entry {
  /** With `/`, without one at the start or the end. */
  readonly name: string
  readonly mode: number
  /** A file's bytes; a folder and a link have none. */
  readonly bytes?: Buffer
  readonly linkTo?: string
  readonly uid?: number
}

/** Everything in a folder, under another name. */
export async function entriesOf(folder: string, name: string): Promise<Entry[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const entries = files.map(async (entry): Promise<Entry> => {
    const path = join(entry.parentPath, entry.name)
    const at = { name: `${name}/${path.slice(folder.length + 1)}` }
    if (entry.isSymbolicLink()) return { ...at, mode: 0o777, linkTo: await readlink(path) }
    if (entry.isDirectory()) return { ...at, mode: 0o755 }
    const isProgram = ((await stat(path)).mode & 0o100) !== 0
    return { ...at, mode: isProgram ? 0o755 : 0o644, bytes: await readFile(path) }
  })
  return [{ name, mode: 0o755 }, ...(await Promise.all(entries))]
}

export async function tar(entries: readonly Entry[], mtime: Date): Promise<Buffer> {
  const archive = pack()
  const bytes = buffer(archive)
  for (const { name, mode, bytes: content, linkTo, uid = 0 } of entries.toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const type = linkTo !== undefined ? 'symlink' : content ? 'file' : 'directory'
    const header = { name, mode, mtime, uid, gid: uid, type } as const
    archive.entry(
      { ...header, ...(linkTo !== undefined && { linkname: linkTo }) },
      content ?? Buffer.alloc(0),
    )
  }
  archive.finalize()
  return await bytes
}

export const compress = (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 9 })

export const tarGz = async (entries: readonly Entry[], mtime: Date): Promise<Buffer> =>
  await compress(await tar(entries, mtime))

/** The folders in which an entry lies, from the outermost. */
export function foldersAbove(name: string): Entry[] {
  const names = name.split('/').slice(0, -1)
  return names.map((_, index) => ({ name: names.slice(0, index + 1).join('/'), mode: 0o755 }))
}
