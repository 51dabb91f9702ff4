/**
 * The time that every node agrees on. On PostgreSQL it is the database's time, measured at the start and every minute.
 * In between, the machine's monotonic clock advances it, so setting this machine's clock changes nothing. Its error is
 * half the shortest round trip of a measurement, plus the drift of the monotonic clock in a minute (a few ms). On
 * SQLite it is this machine's clock.
 */
import { sql } from 'kysely'
import type { Database } from './connect.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Measures again. @throws the database's error; the last measurement then stays in use */
  measure(): Promise<void>
}

/**
 * This machine's clocks: the wall clock, which can be set, and the monotonic clock, which cannot. Both in milliseconds.
 */
export interface MachineClocks {
  readonly wall: () => number
  readonly monotonic: () => number
}

const machine: MachineClocks = { wall: Date.now, monotonic: () => performance.now() }

const samples = 5
/** A larger difference between the clocks means that the machine was suspended or its clock was set. */
const suspectMs = 2_000

interface Measurement {
  readonly time: number
  readonly monotonic: number
  readonly wall: number
}

/** The sample with the shortest round trip is the most accurate. */
async function measureDatabase(
  { db }: Pick<Database, 'db'>,
  { wall, monotonic }: MachineClocks,
): Promise<Measurement> {
  let best: (Measurement & { readonly duration: number }) | undefined
  for (let sample = 0; sample < samples; sample++) {
    const startedAt = monotonic()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
    `.execute(db)
    const answered = monotonic()
    const duration = answered - startedAt
    const time = (rows[0]?.ms ?? 0) + duration / 2
    if (!best || duration < best.duration) best = { time, monotonic: answered, wall: wall(), duration }
  }
  if (!best) throw new Error('No measurement')
  return best
}

export async function createClock(
  database: Pick<Database, 'db' | 'engine'>,
  clocks: MachineClocks = machine,
): Promise<Clock> {
  if (database.engine === 'sqlite') return { now: clocks.wall, measure: async () => {} }
  let last = await measureDatabase(database, clocks)
  let isMeasuring = false

  const measure = async () => {
    isMeasuring = true
    try {
      last = await measureDatabase(database, clocks)
    } finally {
      isMeasuring = false
    }
  }
  const now = () => {
    const passed = clocks.monotonic() - last.monotonic
    // The monotonic clock stops while the machine is suspended, so the database is asked how long that was.
    if (!isMeasuring && Math.abs(clocks.wall() - last.wall - passed) > suspectMs) measure().catch(() => {})
    return Math.floor(last.time + passed)
  }
  return { now, measure }
}
