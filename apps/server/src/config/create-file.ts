import { type FileHandle, open, rm } from 'node:fs/promises'

/**
 * Creates a file that only its owner can read, in the place of one that an ended process left. It follows no link: root
 * would write to where the owner of the folder has it lead.
 */
export async function createFile(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return await open(path, 'wx', 0o600)
}
