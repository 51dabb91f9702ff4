import { hostname } from 'node:os'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { DbContext } from '../context.ts'
import { parseStored } from '../db/parse-stored.ts'
import { listNodes } from './node-store.ts'

const disk = z.object({
  free: z.number(),
  total: z.number(),
  /** The files of the data folder itself, without its folders. */
  stored: z.number(),
})

/** What a node reports of itself, in bytes and milliseconds. */
const nodeFacts = z.object({
  node: z.string(),
  platform: z.string(),
  disk: disk.nullable(),
  disk_low_since: z.number().nullable(),
  /** How far the clock of the machine is ahead of the time that all nodes use. */
  clock_ahead_ms: z.number(),
  clock_off_since: z.number().nullable(),
  /** What is wrong with the stored data, in a sentence; a version without this field reports nothing. */
  fault: z.object({ text: z.string(), since: z.number() }).nullable().default(null),
})
export type NodeFacts = z.output<typeof nodeFacts>
export type Disk = z.output<typeof disk>

/** A node reports every minute. */
export const missingMs = 5 * 60_000

const minFreeBytes = 1024 ** 3
const minFreePart = 0.1

/** Whether there is too little space: less than a tenth of the disk, or than 1 GiB or a quarter of a smaller disk. */
export const isDiskLow = ({ free, total }: Disk): boolean =>
  free < Math.max(total * minFreePart, Math.min(minFreeBytes, total / 4))

/** Less than a twentieth, but not more than 5 GiB: from there on to full it may be minutes. */
const isDiskNearlyFull = ({ free, total }: Disk): boolean =>
  free < Math.max(Math.min(minFreeBytes / 2, total / 8), Math.min(total / 20, 5 * minFreeBytes))

/** More than the difference between the clocks of well-maintained machines. */
const clockToleranceMs = 2_000

export const isClockOff = (aheadMs: number): boolean => Math.abs(aheadMs) > clockToleranceMs

/** Undefined if a node of another version wrote them. */
export function readFacts(text: string): NodeFacts | undefined {
  try {
    return parseStored(nodeFacts, text)
  } catch {
    return undefined
  }
}

/** Names this process among the nodes of the instance. A restart does not change the name. */
export const nodeName = ({ port }: Pick<Config, 'port'>): string => `${hostname()}:${port}`

/**
 * Whether what holds the database is nearly full, as the nodes last reported it: the disk of SQLite, or the size that
 * `DATABASE_MAX_GB` allows on PostgreSQL, whose disk no node sees.
 */
export async function isStorageNearlyFull({
  db,
  engine,
  clock,
  config,
}: DbContext<'engine' | 'clock' | 'config'>): Promise<boolean> {
  if (engine === 'postgres' && config.databaseMaxBytes === undefined) return false
  const nodes = await listNodes(db)
  return nodes.some(({ seen_at, facts }) => {
    const disk = seen_at > clock() - missingMs ? readFacts(facts)?.disk : null
    return disk ? isDiskNearlyFull(disk) : false
  })
}
