import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { storeEnvironment } from '../../config/env.ts'
import { parseStored } from '../../db/parse-stored.ts'
import { BackupError } from '../backup-folder.ts'
import type { OffsitePlace } from './offsite.ts'

const listed = z.array(z.object({ Name: z.string(), Size: z.number() }))
const maxListBytes = 5_000_000
const notFound = 3

/** How rclone ended: undefined for success. Its words come from outside, so only its code is shown. */
const failed = (remote: string, code: number | null) =>
  new BackupError(
    `rclone ended with code ${code} at ${remote}. Run "rclone lsd ${remote}" as the server's user to see why.`,
  )

const start = (args: readonly string[], stdin: 'pipe' | 'ignore') =>
  spawn('rclone', [...args], { env: storeEnvironment(), stdio: [stdin, 'pipe', 'ignore'] })

async function codeOf(child: ReturnType<typeof start>): Promise<number | null> {
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BackupError(
        'rclone is not installed on this machine. Install it (Debian: rclone), or use s3://… or a folder.',
      )
    throw error
  }
}

/** Any of the places that rclone knows, such as SFTP. rclone is used where it is installed, with its configuration. */
export function rclonePlace(remote: string): OffsitePlace {
  const pathOf = (name: string) => (remote.endsWith(':') ? `${remote}${name}` : `${remote}/${name}`)
  const list = async (begin: string) => {
    const child = start(['lsjson', '--files-only', '--no-modtime', remote], 'ignore')
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < maxListBytes) output += text
    })
    const code = await codeOf(child)
    if (code === notFound) return []
    if (code !== 0) throw failed(remote, code)
    return parseStored(listed, output).flatMap(({ Name: name, Size: size }) =>
      name.startsWith(begin) ? [{ name, size }] : [],
    )
  }
  return {
    list,
    async put(name, content, size) {
      // rclone itself would overwrite.
      if ((await list(name)).length > 0)
        throw new BackupError(`${remote} has a file of this name already. Nothing was overwritten.`)
      const child = start(['rcat', '--size', `${size}`, pathOf(name)], 'pipe')
      const ended = codeOf(child)
      const fed = child.stdin ? pipeline(Readable.from(content), child.stdin) : undefined
      // The code of rclone says more than a broken pipe.
      fed?.catch(() => child.kill())
      const code = await ended
      if (code !== 0) throw failed(remote, code)
      await fed
      const [stored] = await list(name)
      if (stored?.size !== size)
        throw new BackupError(`${remote} has ${stored?.size ?? 0} of ${size} bytes: it may be full.`)
    },
    async *read(name) {
      const child = start(['cat', pathOf(name)], 'ignore')
      const ended = codeOf(child)
      ended.catch(() => {})
      if (child.stdout) yield* child.stdout
      const code = await ended
      if (code !== 0) throw failed(remote, code)
    },
    async remove(name) {
      const code = await codeOf(start(['deletefile', pathOf(name)], 'ignore'))
      if (code !== 0) throw failed(remote, code)
    },
  }
}
