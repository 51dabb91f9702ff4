import { describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { retentionCases } from '../../../../dev/world/retention-cases.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import type { Context } from '../context.ts'
import { periodMs } from '../jobs/retention-rule.ts'
import { sweepsOf } from './sweeps.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Every line of docs/retention.md. */
const lines = sweepsOf({} as Context).flatMap(({ name, retention }) =>
  retention.map((rule) => ({ ...rule, name })),
)

/** Sweeps that delete something together. PostgreSQL drops whole days of usage, in a sweep of its own. */
const together: Readonly<Record<string, readonly string[]>> = {
  usage: ['usage-days'],
  erasures: ['accounts'],
}

test('every line of the table has a case, and every case a line', () => {
  const ofCases = Object.entries(retentionCases).flatMap(([name, cases]) =>
    Object.keys(cases).map((what) => `${name}: ${what}`),
  )
  expect(ofCases.toSorted()).toEqual(lines.map(({ name, what }) => `${name}: ${what}`).toSorted())
})

forEachEngine((engine) => {
  const app = withApp(engine)
  const sweep = async (name: string) => {
    const names = [name, ...(together[name] ?? [])]
    for (const one of sweepsOf(app.ctx)) if (names.includes(one.name)) await one.run()
  }

  describe.each(lines)('$name: $what', ({ name, what, period }) => {
    test('is stored until its time is over, and no longer', async () => {
      const retentionCase = retentionCases[name]?.[what]
      if (!retentionCase) throw new Error(`There is no case for ${name}: ${what}`)
      const { seed, count, trigger, onTheWay } = retentionCase
      const length = periodMs(period)
      await sweep(name)
      await seed(app)
      const all = await count(app)
      expect(all).toBeGreaterThan(0)
      let passed = 0
      for (const left of [8 * day, 6 * day, 2 * day, day - minute, minute]) {
        if (left > length) continue
        app.advance(length - left - passed)
        passed = length - left
        await sweep(name)
        await onTheWay?.(app)
        expect(await count(app)).toBe(all)
      }
      await trigger?.(app)
      const dropsWholeDays = engine === 'postgres' && name === 'usage'
      app.advance(2 * minute + (dropsWholeDays ? day : 0))
      await sweep(name)
      expect(await count(app)).toBe(0)
    })
  })
})
