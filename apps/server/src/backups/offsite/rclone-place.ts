import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { storeEnvironment } from '../../config/env.ts'
import { parseStored } from '../../db/parse-stored.ts'
import { BackupError } from '../backup-folder.ts'
import type { OffsitePlace } from './offsite.ts'

const listed = z.array(
  z.object({
    Name: z.string(),
    Size: z.number(),
    /** Those that the place knows, if they are asked for. */
    Hashes: z.record(z.string(), z.string()).default({}),
  }),
)
/** Most places know one of them. */
const hashKinds = ['md5', 'sha1', 'sha256']
const maxListBytes = 5_000_000
const notFound = 3

/** How rclone ended: undefined for success. Its words come from outside, so only its code is shown. */
const failed = (remote: string, code: number | null) =>
  new BackupError(
    `rclone ended with code ${code} at ${remote}. Run "rclone lsd ${remote}" as the server's user to see why.`,
  )

const start = (args: readonly string[], stdin: 'pipe' | 'ignore') =>
  spawn('rclone', [...args], { env: storeEnvironment(), stdio: [stdin, 'pipe', 'ignore'] })

type Hashes = ReadonlyMap<string, ReturnType<typeof createHash>>

async function* hashed(content: AsyncIterable<Uint8Array>, hashes: Hashes): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    for (const hash of hashes.values()) hash.update(chunk)
    yield chunk
  }
}

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
  const listWith = async (begin: string, options: readonly string[]) => {
    const child = start(['lsjson', '--files-only', '--no-modtime', ...options, remote], 'ignore')
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < maxListBytes) output += text
    })
    const code = await codeOf(child)
    if (code === notFound) return []
    if (code !== 0) throw failed(remote, code)
    return parseStored(listed, output).flatMap(({ Name: name, Size: size, Hashes: hashes }) =>
      name.startsWith(begin) ? [{ name, size, hashes }] : [],
    )
  }
  const list = (begin: string) => listWith(begin, [])
  /** Older versions of rclone write `SHA-1`. */
  const hasHashes = async (name: string, hashes: Hashes) => {
    const [stored] = await listWith(name, ['--hash', '--include', name])
    const digests = new Map([...hashes].map(([kind, hash]) => [kind, hash.digest('hex')]))
    return Object.entries(stored?.hashes ?? {}).every(([kind, hash]) => {
      const digest = digests.get(kind.toLowerCase().replace('-', ''))
      return digest === undefined || digest === hash
    })
  }
  const remove = async (name: string) => {
    const code = await codeOf(start(['deletefile', pathOf(name)], 'ignore'))
    if (code !== 0) throw failed(remote, code)
  }
  return {
    list,
    async put(name, content, size) {
      // rclone itself would overwrite. A shorter file is what an upload that was ended has left.
      const [there] = await list(name)
      if (there && there.size >= size)
        throw new BackupError(`${remote} has a file of this name already. Nothing was overwritten.`)
      if (there) await remove(name)
      const child = start(['rcat', '--size', `${size}`, pathOf(name)], 'pipe')
      // To rclone, the end of this process is the end of the file.
      const end = () => child.kill()
      process.once('exit', end)
      const ended = codeOf(child)
      const hashes = new Map(hashKinds.map((kind) => [kind, createHash(kind)]))
      const fed = child.stdin ? pipeline(Readable.from(hashed(content, hashes)), child.stdin) : undefined
      // The code of rclone, and what is there then, say more than a broken pipe.
      fed?.catch(() => child.kill())
      const code = await ended.finally(() => process.off('exit', end))
      const [stored] = await list(name)
      // rclone compares hashes. It can also fail after the file has arrived.
      if (stored?.size === size && (code === 0 || (await hasHashes(name, hashes)))) return
      // What cannot be deleted now is replaced by the next attempt.
      if (stored) await remove(name).catch(() => {})
      if (code !== 0) throw failed(remote, code)
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
    remove,
  }
}
