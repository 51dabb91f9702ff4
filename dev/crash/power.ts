// A disk that loses what was not synced when the power fails. Contents of files are lost; that a file was created,
// renamed or removed is not.

import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../faults/find-program.ts'
import { run } from '../world/postgres-process.ts'
import type { SeededRandom } from './random.ts'

const compiler = process.platform === 'linux' ? (findProgram('cc') ?? findProgram('gcc')) : undefined

export const canCutPower = compiler !== undefined

export interface Power {
  /** Of a server whose data is on this disk. */
  readonly settings: Readonly<Record<string, string>>
  /** After the process was killed: takes some of what was not synced, or all. @returns how many writes were at risk */
  cut(chances: SeededRandom): Promise<number>
  /** Everything so far reaches the disk. */
  flush(): Promise<void>
  remove(): Promise<void>
}

/** As in `power-log.c`. */
const kinds = { written: 1, truncated: 2, syncBegun: 3, syncDone: 4 } as const

interface Operation {
  readonly kind: number
  /** Inode and time of birth. */
  readonly file: string
  readonly offset: number
  /** Of the file before. */
  readonly size: number
  readonly before: Buffer
  readonly after: Buffer
  readonly extra: bigint
}

const headerBytes = 64

function parseLog(log: Buffer): Operation[] {
  const operations: Operation[] = []
  for (let at = 0; at + headerBytes <= log.length; ) {
    const [kind, inode, born, offset, size, before, after, extra] = Array.from({ length: 8 }, (_, n) =>
      log.readBigUInt64LE(at + 8 * n),
    ) as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]
    const start = at + headerBytes
    const middle = start + Number(before)
    at = middle + Number(after)
    operations.push({
      kind: Number(kind),
      file: `${inode} ${born}`,
      offset: Number(offset),
      size: Number(size),
      before: log.subarray(start, middle),
      after: log.subarray(middle, at),
      extra,
    })
  }
  return operations
}

/** What each file was told after its last sync began. */
function findUnsynced(operations: readonly Operation[]): Map<string, Operation[]> {
  const waiting = new Map<string, Operation[]>()
  const begun = new Map<bigint, Operation>()
  for (const operation of operations) {
    const { kind, file, extra } = operation
    const ofFile = waiting.get(file) ?? []
    waiting.set(file, ofFile)
    if (kind === kinds.syncDone) {
      const start = begun.get(extra)
      waiting.set(file, ofFile.slice(start ? ofFile.indexOf(start) + 1 : 0))
      continue
    }
    if (kind === kinds.syncBegun) begun.set(extra, operation)
    ofFile.push(operation)
  }
  return new Map(
    [...waiting].flatMap(([file, all]) => {
      const changes = all.filter(({ kind }) => kind === kinds.written || kind === kinds.truncated)
      return changes.length > 0 ? [[file, changes]] : []
    }),
  )
}

/** The smallest part of a write that a disk does completely or not at all. */
const sectorBytes = 512

/** What reaches the disk although nobody waited for it: everything, nothing, or any part in any order. */
function chooseSurvivors(changes: readonly Operation[], chances: SeededRandom): Operation[] {
  const fate = chances.between(0, 3)
  if (fate === 0) return []
  if (fate === 1) return [...changes]
  return changes.flatMap((change) => {
    if (!chances.onceIn(2)) return []
    const sectors = Math.floor(change.after.length / sectorBytes)
    if (change.kind !== kinds.written || sectors < 2 || !chances.onceIn(4)) return [change]
    return [{ ...change, after: change.after.subarray(0, chances.between(1, sectors) * sectorBytes) }]
  })
}

async function lose(path: string, changes: readonly Operation[], chances: SeededRandom): Promise<void> {
  const file = await open(path, 'r+')
  try {
    for (const { before, offset, size } of changes.toReversed()) {
      if (before.length > 0) await file.write(before, 0, before.length, offset)
      await file.truncate(size)
    }
    for (const { kind, after, offset } of chooseSurvivors(changes, chances)) {
      if (kind === kinds.truncated) await file.truncate(offset)
      else await file.write(after, 0, after.length, offset)
    }
  } finally {
    await file.close()
  }
}

/** @param dataDir the folder that the disk has */
export async function installPower(dataDir: string): Promise<Power> {
  if (!compiler) throw new Error('There is no C compiler on Linux here')
  const folder = await mkdtemp(join(tmpdir(), 'envhold-power-'))
  const [library, log] = [join(folder, 'power-log.so'), join(folder, 'log')]
  const source = join(import.meta.dirname, 'power-log.c')
  await run(compiler, ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  await writeFile(log, '')
  const flush = () => truncate(log)
  return {
    settings: { LD_PRELOAD: library, POWER_FILES: dataDir, POWER_LOG: log },
    cut: async (chances) => {
      const unsynced = findUnsynced(parseLog(await readFile(log)))
      let atRisk = 0
      for (const name of await readdir(dataDir, { recursive: true })) {
        const path = join(dataDir, name)
        const { ino, birthtimeNs } = await stat(path, { bigint: true })
        const changes = unsynced.get(`${ino} ${birthtimeNs}`)
        if (!changes) continue
        atRisk += changes.length
        await lose(path, changes, chances)
      }
      await flush()
      return atRisk
    },
    flush,
    remove: () => rm(folder, { recursive: true }),
  }
}
