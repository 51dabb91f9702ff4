// One table from one run: how fast an environment is fetched, durable record included, as a share of what a raw
// `node:http` server does with a constant body of the same size; and what starting and running cost.
// And how fast the activity pages answer that have a million entries behind them. Words after `npm run bench` choose
// what is measured: `inject`, `costs`, `activity`.
//
// Absolute figures move with the machine and with whatever else runs on it; the ratios say more.

import { benchActivity } from './activity.ts'
import { placement } from './cores.ts'
import { measureCosts } from './costs.ts'
import { type InjectWorld, startInjectWorld } from './inject-world.ts'
import { compare, type Target, withRawServer } from './measure.ts'
import { measureRekey } from './rekey.ts'
import { printCosts, printRow, printTitle } from './table.ts'

const engines = ['sqlite', 'postgres'] as const
const small = 50
const large = 1_000

/** The ratios to reach at 50 variables and 50 connections. */
const goals = { sqlite: 0.2, postgres: 0.1, unchanged: 0.3 }

/** Measures a target beside a raw server whose body has the same size. */
async function pair(
  name: string,
  target: Target,
  bytes: number,
  connections: number,
  goal?: number,
): Promise<void> {
  const comparison = await withRawServer(bytes, (raw) => compare(target, raw, connections))
  printRow({ name, connections, comparison, ...(goal !== undefined && { goal }) })
}

async function benchInject(engine: 'sqlite' | 'postgres', world: InjectWorld): Promise<void> {
  const fifty = await world.targets(small)
  const thousand = await world.targets(large)
  for (const connections of [1, 10, 50])
    await pair(
      `inject ${small} variables, ${engine}`,
      fifty.fetched,
      fifty.bytes,
      connections,
      connections === 50 ? goals[engine] : undefined,
    )
  await pair(`inject ${large} variables, ${engine}`, thousand.fetched, thousand.bytes, 10)
  await pair(`unchanged (304), ${engine}`, fifty.unchanged, 0, 50, goals.unchanged)
}

async function benchInjects(): Promise<void> {
  printTitle(placement)
  for (const engine of engines) {
    const world = await startInjectWorld(engine)
    try {
      await benchInject(engine, world)
    } finally {
      await world.server.stop()
    }
  }
}

async function benchActivities(): Promise<void> {
  for (const engine of engines) await benchActivity(engine)
}

const benches = {
  inject: benchInjects,
  costs: async () => printCosts(await measureCosts()),
  activity: benchActivities,
  rekey: async () => printCosts([await measureRekey('sqlite'), await measureRekey('postgres')]),
}
const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const asked = process.argv.slice(2)
if (!asked.every(isBench)) {
  process.stderr.write(`Say what to measure: ${Object.keys(benches).join(', ')}\n`)
  process.exit(64)
}
for (const name of Object.keys(benches).filter(isBench))
  if (asked.length === 0 || asked.includes(name)) await benches[name]()
