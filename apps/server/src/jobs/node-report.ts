/** Each node reports every minute that it runs, and what only it can see: its disk, its clock and faults it found. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../config/version.ts'
import type { DbContext } from '../context.ts'
import { createFaults, type Faults } from '../db/faults.ts'
import { type Disk, isClockOff, isDiskLow, type NodeFacts, nodeName } from './node-facts.ts'
import {
  deleteNode,
  deleteNodesBefore,
  deleteOtherNodes,
  readDatabaseBytes,
  upsertNode,
} from './node-store.ts'
import { periodMs } from './retention-rule.ts'
import { createRunner, type Runner } from './runner.ts'
import type { Sweep } from './sweeper.ts'
import { deleteRunsBefore } from './task-store.ts'

type ReportContext = DbContext<'engine' | 'clock' | 'config' | 'log'>

/** What a node measures of its machine. Tests pass their own. */
export interface MachineProbes {
  readonly disk: (dataDir: string) => Promise<Disk>
  readonly wallClock: () => number
}

async function measureDisk(dataDir: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const files = await readdir(dataDir, { withFileTypes: true })
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(({ name }) =>
        stat(join(dataDir, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return { free: bavail * bsize, total: blocks * bsize, stored: sizes.reduce((sum, size) => sum + size, 0) }
}

interface NodeDeps extends MachineProbes {
  /** Of the stored data. */
  readonly faults: Pick<Faults, 'first'>
}

/** Reports this node until it is stopped on purpose, when it leaves the list. */
export function createNodeReport(
  ctx: ReportContext,
  { disk: probeDisk = measureDisk, wallClock = Date.now, faults = createFaults() }: Partial<NodeDeps> = {},
): Runner {
  const { db, engine, clock, config } = ctx
  const id = nodeName(config)
  const started_at = clock()
  let diskLowSince: number | null = null
  let clockOffSince: number | null = null
  let faultSince: number | null = null

  /** Of PostgreSQL only the size is known, and what it may grow to. */
  const measureRoom = async (): Promise<Disk> => {
    const total = config.databaseMaxBytes
    if (engine !== 'postgres' || total === undefined) return await probeDisk(config.dataDir)
    const stored = await readDatabaseBytes(db)
    return { free: Math.max(0, total - stored), total, stored }
  }

  const measure = async (now: number): Promise<NodeFacts> => {
    const clock_ahead_ms = Math.round(wallClock() - now)
    // On PostgreSQL a node may have no data folder.
    const disk = await measureRoom().catch(() => null)
    diskLowSince = disk && isDiskLow(disk) ? (diskLowSince ?? now) : null
    clockOffSince = isClockOff(clock_ahead_ms) ? (clockOffSince ?? now) : null
    faultSince = faults.first === undefined ? null : (faultSince ?? now)
    return {
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      disk,
      disk_low_since: diskLowSince,
      clock_ahead_ms,
      clock_off_since: clockOffSince,
      fault:
        faults.first === undefined || faultSince === null ? null : { text: faults.first, since: faultSince },
    }
  }

  return createRunner(ctx, {
    name: 'node-report',
    firstMs: 0,
    everyMs: 60_000,
    logsOnce: true,
    run: async () => {
      const now = clock()
      const facts = JSON.stringify(await measure(now))
      if (engine === 'sqlite') await deleteOtherNodes(db, id)
      await upsertNode(db, { id, version, started_at, seen_at: now, facts })
    },
    atStop: async () => {
      // If the database does not answer, the row is removed after a day.
      await deleteNode(db, id).catch(() => {})
    },
  })
}

const period = { hours: 24 }

/** Forgets nodes that no longer run, and tasks that no longer exist. */
export const nodeSweep = ({ db, clock }: DbContext<'clock'>): Sweep => ({
  name: 'nodes',
  run: async () => {
    const before = clock() - periodMs(period)
    return (await deleteNodesBefore(db, before)) + (await deleteRunsBefore(db, before))
  },
  retention: [
    { what: 'A node that no longer runs', period, after: 'it was last seen' },
    { what: 'The last run of an hourly task', period, after: 'it began, unless the task runs again' },
  ],
})
