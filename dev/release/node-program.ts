/** The Node that a release ships: the pinned one from npm, without its symbols. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import lock from '../../package-lock.json' with { type: 'json' }
import { root } from '../setup/root.mjs'

export type Architecture = 'x64' | 'arm64'

export interface NodeProgram {
  readonly version: string
  readonly bytes: Buffer
  /** SHA-256 of `bin/node` as nodejs.org has it in its archive, in hexadecimal. */
  readonly originalSha256: string
}

const { packages } = lock

/** @throws Error when npm's package is not the one of the lock file */
export async function nodeProgram(architecture: Architecture): Promise<NodeProgram> {
  const name = `node-linux-${architecture}` as const
  const { version, integrity } = packages[`node_modules/${name}`]
  const folder = await mkdtemp(join(tmpdir(), 'envhold-node-'))
  try {
    const npm = ['pack', `${name}@${version}`, '--pack-destination', folder, '--silent']
    await promisify(execFile)('npm', npm, { cwd: root, maxBuffer: 1 << 20 })
    const archive = await readFile(join(folder, `${name}-${version}.tgz`))
    const integrityOfArchive = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    if (integrityOfArchive !== integrity)
      throw new Error(`${name} ${version} is not the package of package-lock.json`)
    const original = await readFromArchive(archive, 'package/bin/node')
    const originalSha256 = createHash('sha256').update(original).digest('hex')
    return { version, bytes: withoutSymbols(original), originalSha256 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function readFromArchive(archive: Buffer, name: string): Promise<Buffer> {
  const entries = extract()
  const gunzip = createGunzip()
  gunzip.end(archive)
  gunzip.pipe(entries)
  for await (const entry of entries) {
    if (entry.header.name === name) return await buffer(entry)
    entry.resume()
  }
  throw new Error(`The archive has no ${name}`)
}

/** Where a 64-bit, little-endian ELF header has its numbers: elf(5). */
const elf = { programs: 32, sections: 40, programCount: 56, sectionSize: 58, sectionCount: 60, names: 62 }
const programHeaderSize = 56

/**
 * A program without what follows its last segment: the tables of sections and symbols, which nothing reads when it runs.
 * Equal for every architecture, and without `strip`, whose versions write different bytes.
 */
export function withoutSymbols(program: Buffer): Buffer {
  const first = Number(program.readBigUInt64LE(elf.programs))
  const count = program.readUInt16LE(elf.programCount)
  const ends = Array.from({ length: count }, (_, index) => {
    const header = first + index * programHeaderSize
    return Number(program.readBigUInt64LE(header + 8) + program.readBigUInt64LE(header + 32))
  })
  const stripped = Buffer.from(program.subarray(0, Math.max(...ends)))
  stripped.writeBigUInt64LE(0n, elf.sections)
  stripped.writeUInt16LE(0, elf.sectionCount)
  stripped.writeUInt16LE(0, elf.names)
  return stripped
}
