import { startPostgres } from '../world/postgres.ts'
import { placement } from './cores.ts'
import { type InjectWorld, startInjectWorld } from './inject-world.ts'
import { compare, type Target, withDelay, withRawServer } from './measure.ts'
import { type Goal, printRow, printTitle } from './table.ts'

type Engine = 'sqlite' | 'postgres'

const small = 50
const average = 300
const large = 1_000
/** Keys, each with its own environment. */
const many = 200
const few = 30
const distanceMs = 2

type Goals = Readonly<Record<'fetched' | 'unchanged', Goal>>

/** With 50 variables and 50 connections: one key, and many keys with an environment each. */
const goals: Readonly<Record<Engine, { readonly one: Goals; readonly many: Goals }>> = {
  sqlite: {
    one: { fetched: { ratio: 0.35, slower: 5 }, unchanged: { ratio: 0.35, slower: 5 } },
    many: { fetched: { ratio: 0.2, slower: 10 }, unchanged: { ratio: 0.25, slower: 10 } },
  },
  postgres: {
    one: { fetched: { ratio: 0.25, slower: 5 }, unchanged: { ratio: 0.28, slower: 5 } },
    many: { fetched: { ratio: 0.14, slower: 10 }, unchanged: { ratio: 0.17, slower: 10 } },
  },
}

interface Pair {
  readonly name: string
  readonly target: Target
  readonly bytes: number
  readonly connections: number
  readonly goal?: Goal | undefined
}

/** Measures a target and a raw server whose body has the same size. */
async function pair({ meter }: InjectWorld, { name, target, bytes, connections, goal }: Pair): Promise<void> {
  const comparison = await withRawServer(bytes, (raw) => compare(target, raw, connections, meter))
  printRow({ name, connections, comparison, ...(goal && { goal }) })
}

async function benchOneKey(engine: Engine, world: InjectWorld): Promise<void> {
  const fifty = await world.targets(small)
  const thousand = await world.targets(large)
  for (const connections of [1, 10, 50])
    await pair(world, {
      name: `inject ${small} variables, ${engine}`,
      target: fifty.fetched,
      bytes: fifty.bytes,
      connections,
      ...(connections === 50 && { goal: goals[engine].one.fetched }),
    })
  await pair(world, {
    name: `inject ${large} variables, ${engine}`,
    target: thousand.fetched,
    bytes: thousand.bytes,
    connections: 10,
  })
  const schema = await world.targets(average, few, 'schema')
  await pair(world, {
    name: `schema ${average} variables, ${few} keys, ${engine}`,
    target: schema.fetched,
    bytes: schema.bytes,
    connections: 10,
  })
  await pair(world, {
    name: `unchanged (304), ${engine}`,
    target: fifty.unchanged,
    bytes: 0,
    connections: 50,
    goal: goals[engine].one.unchanged,
  })
}

async function benchManyKeys(engine: Engine, world: InjectWorld): Promise<void> {
  const { fetched, unchanged, bytes } = await world.targets(small, many)
  const connections = 50
  const name = `${many} keys × ${many} environments`
  await pair(world, {
    name: `${name}, ${engine}`,
    target: fetched,
    bytes,
    connections,
    goal: goals[engine].many.fetched,
  })
  await pair(world, {
    name: `${name}, unchanged (304), ${engine}`,
    target: unchanged,
    bytes: 0,
    connections,
    goal: goals[engine].many.unchanged,
  })
}

async function inWorld(world: InjectWorld, work: (world: InjectWorld) => Promise<void>): Promise<void> {
  try {
    await work(world)
  } finally {
    await world.stop()
  }
}

/** A remote database, where each statement of a commit costs a round trip. */
async function benchDistance(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const near = await postgres.createDatabase('envhold')
    await withDelay(near, distanceMs, async (DATABASE_URL) => {
      await inWorld(await startInjectWorld('postgres', { settings: { DATABASE_URL } }), async (world) => {
        const { fetched, bytes } = await world.targets(small, few)
        const name = `${few} keys, ${distanceMs} ms to the database, postgres`
        await pair(world, { name, target: fetched, bytes, connections: 50 })
      })
    })
  } finally {
    await postgres.stop()
  }
}

/** How fast an environment is fetched, with one key and with many, and with a remote database. */
export async function benchInjects(): Promise<void> {
  printTitle(placement)
  for (const engine of ['sqlite', 'postgres'] as const)
    await inWorld(await startInjectWorld(engine), async (world) => {
      await benchOneKey(engine, world)
      await benchManyKeys(engine, world)
    })
  await benchDistance()
}
