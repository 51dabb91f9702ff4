/**
 * The time that all nodes share. On PostgreSQL it is the database's: measured at the start and every minute, and
 * continued by the machine's monotonic clock in between, so setting this machine's clock changes nothing. It is
 * accurate to half the shortest round trip of a measurement, plus the drift of the monotonic clock in a minute (a few
 * ms). On SQLite it is this machine's clock.
 */
import { sql } from 'kysely'
import type { Database } from './connect.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Measures again. @throws database errors; then the last measurement stays in use */
  measure(): Promise<void>
}

/** This machine: its clock, which may be set, and its monotonic clock, which cannot. Both in milliseconds. */
export interface MachineClocks {
  readonly wall: () => number
  readonly monotonic: () => number
}

const machine: MachineClocks = { wall: Date.now, monotonic: () => performance.now() }

const samples = 5
/** A larger difference means that the machine was suspended or its clock was set. */
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
  let best: (Measurement & { readonly took: number }) | undefined
  for (let sample = 0; sample < samples; sample++) {
    const asked = monotonic()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
    `.execute(db)
    const answered = monotonic()
    const took = answered - asked
    const time = (rows[0]?.ms ?? 0) + took / 2
    if (!best || took < best.took) best = { time, monotonic: answered, wall: wall(), took }
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
    // The monotonic clock of a suspended machine stops; the database's clock shows for how long.
    if (!isMeasuring && Math.abs(clocks.wall() - last.wall - passed) > suspectMs) measure().catch(() => {})
    return Math.floor(last.time + passed)
  }
  return { now, measure }
}
