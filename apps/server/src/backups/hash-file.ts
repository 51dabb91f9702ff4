import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Hashed } from './orders.ts'

const atOnce = 1024 * 1024

export async function hashFile(path: string): Promise<Hashed> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: atOnce })) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
