import { expect, onTestFinished, test } from 'vitest'
import { startUnlockWorld } from '../../../dev/world/unlock-together.ts'

const people = 20
const waves = 5
const waveOf = (person: number) => Math.floor(person / (people / waves))

test.each(['sqlite', 'postgres'] as const)(
  'after a restart on %s, people at one address unlock together: all succeed, in order of arrival',
  async (engine) => {
    const world = await startUnlockWorld(engine, people)
    onTestFinished(() => world.stop())
    const unlocked = await world.unlockTogether(waves)
    expect(unlocked.filter(({ outcome }) => outcome !== 'unlocked')).toEqual([])
    expect(unlocked).toHaveLength(people)
    // Two computations run at once, so neighbours may end in either order. Waves that are not neighbours may not.
    let latest = 0
    for (const { person } of unlocked) {
      expect(waveOf(person)).toBeGreaterThanOrEqual(latest - 1)
      latest = Math.max(latest, waveOf(person))
    }
  },
)
