import { expect, test } from 'vitest'
import { chargeTo, pauseCall } from './charged-work.ts'
import { createRowWatch } from './row-watch.ts'

test('what is read for all who wait is charged to none of them', async () => {
  const charged: boolean[] = []
  const watch = createRowWatch<{ userId: number }>(async () => {
    charged.push(pauseCall() !== undefined)
    return () => true
  })
  await chargeTo({ ms: 0, pause: async () => {} }, () => watch.over({ userId: 1 }, 60_000))
  expect(charged).toEqual([false])
})
