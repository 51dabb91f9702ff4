import { closeSync, openSync, writeSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../world/postgres-process.ts'

/** A file system of a few megabytes that a test can fill. */
export interface SmallDisk {
  readonly folder: string
  /** Uses up what is free. */
  fill(): void
  free(): Promise<void>
  remove(): Promise<void>
}

async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-small-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
  await chmod(folder, 0o777)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w')
      try {
        for (let size = 1024 * 1024; size >= 4096; size /= 2) writeAll(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    free: () => rm(filler, { force: true }),
    remove: async () => {
      await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}

/** Appends a block again and again until it does not fit any more. */
function writeAll(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Mounting needs root, and a container may not have that right. */
export const canMount: boolean = await mountSmallDisk(1).then(
  async (disk) => {
    await disk.remove()
    return true
  },
  () => false,
)

export const createSmallDisk = mountSmallDisk
