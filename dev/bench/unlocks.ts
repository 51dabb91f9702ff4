import { startUnlockWorld } from '../world/unlock-together.ts'
import type { Cost } from './costs.ts'

const people = 60
const waves = 6
const goalMs = 30_000

/** How long 60 people wait who unlock together after a restart. */
export async function measureUnlocks(engine: 'sqlite' | 'postgres'): Promise<Cost> {
  const world = await startUnlockWorld(engine, people)
  try {
    const unlocked = await world.unlockTogether(waves)
    const failed = unlocked.filter(({ outcome }) => outcome !== 'unlocked').length
    const last = Math.max(...unlocked.map(({ ms }) => ms))
    return {
      name: `${people} people unlock after a restart, ${engine}`,
      text: `${(last / 1_000).toFixed(1)} s, ${failed} failed`,
      goal: `≤ ${goalMs / 1_000} s, 0 failed`,
      isReached: failed === 0 && last <= goalMs,
    }
  } finally {
    await world.stop()
  }
}
