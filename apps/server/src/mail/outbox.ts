import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Stores a message as a file with mode 0600: completely or not at all.
 * @returns the path of the file
 */
export async function writeToOutbox(
  dataDir: string,
  { template, at, message }: { readonly template: string; readonly at: number; readonly message: Uint8Array },
): Promise<string> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = new Date(at).toISOString().replaceAll(/[:.]/g, '-')
  const file = join(folder, `${time}-${template}-${randomBytes(3).toString('hex')}.eml`)
  const draft = `${file}.draft`
  try {
    const to = await open(draft, 'wx', 0o600)
    try {
      await to.writeFile(message)
      await to.sync()
    } finally {
      await to.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return file
}
