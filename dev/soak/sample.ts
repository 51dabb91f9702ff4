import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { residentMiB } from '../bench/resident.ts'
import type { StartedServer } from '../world/start-server.ts'
import type { Counts } from './users.ts'

/** The figures of a server at one time. */
export interface Sample {
  readonly hours: number
  readonly memoryMiB: number
  readonly handles: number
  /** Of everything in the data folder but backups. */
  readonly dataMiB: number
  /** Of SQLite's write-ahead log. */
  readonly walMiB: number
  /** Of the calls since the sample before, in milliseconds. */
  readonly p99: number
  readonly calls: number
  /** What failed calls were answered. */
  readonly failures: readonly string[]
}

const MiB = 1 << 20

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })
const sizeOf = (folder: string, chosen: (name: string) => boolean): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(chosen)
    .reduce((sum, name) => {
      const file = statOf(join(folder, name))
      return sum + (file?.isFile() ? file.size : 0)
    }, 0)

export function readSample({ pid, dataDir }: StartedServer, hours: number, counts: Counts): Sample {
  const { times, failures } = counts.read()
  times.sort((one, other) => one - other)
  return {
    hours,
    memoryMiB: residentMiB(pid),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    dataMiB: sizeOf(dataDir, (name) => !name.startsWith('backups')) / MiB,
    walMiB: sizeOf(dataDir, (name) => name.endsWith('-wal')) / MiB,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    calls: times.length,
    failures,
  }
}
