import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '../world/start-server.ts'
import type { Cost } from './costs.ts'
import { startInjectWorld } from './inject-world.ts'
import { expected } from './measure.ts'
import { residentMiB } from './resident.ts'

const goals = { idle: 140, rested: 180 }
const idleMs = 5_000
const loadSeconds = 20
const connections = 50
const restMs = 60_000

const memory = (name: string, figure: number, max: number): Cost => ({
  name,
  text: `${Math.round(figure)} MiB`,
  goal: `≤ ${max} MiB`,
  isReached: figure <= max,
})

async function measureIdle(engine: 'sqlite' | 'postgres'): Promise<number> {
  const server = await startServer({ engine })
  try {
    // The first start stores compiled code; a usual start finds it.
    await server.end()
    const again = await server.startAgain()
    await wait(idleMs)
    const idle = residentMiB(again.pid)
    await again.end()
    return idle
  } finally {
    await server.stop()
  }
}

/** The server's resident memory: without any load, and a minute after fetches with 200 keys. */
export async function measureMemory(engine: 'sqlite' | 'postgres'): Promise<Cost[]> {
  const idle = await measureIdle(engine)
  const world = await startInjectWorld(engine)
  const { pid } = world.server
  try {
    const { fetched } = await world.targets(50, 200)
    const { perSecond } = await expected(fetched, connections, loadSeconds)
    const loaded = residentMiB(pid)
    await wait(restMs)
    const after = `${Math.round(perSecond)} fetches/s for ${loadSeconds} s (${Math.round(loaded)} MiB)`
    return [
      memory(`idle memory, ${engine}`, idle, goals.idle),
      memory(`memory a minute after ${after}, ${engine}`, residentMiB(pid), goals.rested),
    ]
  } finally {
    await world.stop()
  }
}
