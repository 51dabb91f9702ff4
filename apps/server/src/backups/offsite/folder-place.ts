import { createReadStream, rmSync } from 'node:fs'
import { link, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isForbidden, isFull } from '../../db/storage-errors.ts'
import { BackupError } from '../backup-folder.ts'
import { abandonedMs, type OffsitePlace, sharedStart } from './offsite.ts'

const draftEnd = '.part'
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** It is never made here: while its disk is not mounted, backups would fill the disk of this machine. */
async function requireFolder(folder: string): Promise<void> {
  await stat(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') return
    throw new BackupError(`${folder} does not exist. Mount its disk, or make the folder there once.`)
  })
}

function explain(error: unknown, folder: string): unknown {
  const code = codeOf(error)
  if (isFull(error))
    return new BackupError(
      `The disk of ${folder} is full. The unfinished file is deleted. Free some space there.`,
    )
  if (isForbidden(error)) return new BackupError(`The server's user may not write to ${folder} (${code}).`)
  if (code === 'EEXIST')
    return new BackupError(`${folder} has a file of this name already. Nothing was overwritten.`)
  return error
}

/** Deletes what processes of this instance that were killed have left. @param draft was just written */
async function removeAbandoned(folder: string, name: string, draft: string): Promise<void> {
  // By the clock of the folder.
  const now = (await stat(draft)).mtimeMs
  for (const file of await readdir(folder)) {
    if (!file.startsWith(sharedStart(name)) || !file.endsWith(draftEnd)) continue
    const path = join(folder, file)
    if ((await stat(path)).mtimeMs < now - abandonedMs) await rm(path)
  }
}

/** A folder, such as one of another machine that is mounted here. */
export function folderPlace(folder: string): OffsitePlace {
  const list = async (start: string) => {
    await requireFolder(folder)
    const names = await readdir(folder).catch((error: unknown) => {
      throw new BackupError(`${folder} cannot be read (${codeOf(error) ?? 'unknown'}).`)
    })
    const listed = names.filter((name) => name.startsWith(start) && !name.endsWith(draftEnd))
    return await Promise.all(
      listed.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })),
    )
  }
  return {
    list,
    async put(name, content) {
      await requireFolder(folder)
      const path = join(folder, name)
      const draft = `${path}${draftEnd}`
      const removeDraft = () => rmSync(draft, { force: true })
      process.once('exit', removeDraft)
      try {
        const file = await open(draft, 'w', 0o600)
        try {
          for await (const chunk of content) await file.writeFile(chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        // Unlike a rename, it overwrites nothing.
        await link(draft, path)
        await removeAbandoned(folder, name, draft).catch(() => {})
      } catch (error) {
        throw explain(error, folder)
      } finally {
        process.off('exit', removeDraft)
        await rm(draft, { force: true }).catch(() => {})
      }
    },
    async *read(name) {
      try {
        yield* createReadStream(join(folder, name))
      } catch (error) {
        throw new BackupError(`${name} cannot be read in ${folder} (${codeOf(error) ?? 'unknown'}).`)
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
