import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UserError } from '../user-error.ts'

/** A file of any length in chunks; `-` is stdin. @throws UserError when it does not exist, or is a folder */
export async function* readLogFile(cwd: string, file: string): AsyncGenerator<Uint8Array> {
  if (file === '-') {
    yield* process.stdin
    return
  }
  const opened = await open(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UserError(`${file} does not exist.`, 'To download a log: envhold audit download', 'NO_FILE')
  })
  try {
    if ((await opened.stat()).isDirectory()) throw new UserError(`${file} is a folder.`, 'Name a file.')
    yield* opened.createReadStream({ autoClose: false })
  } finally {
    await opened.close()
  }
}
