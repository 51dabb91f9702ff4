import { finishSteps } from '@envhold/formats/steps.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EnvironmentRow } from '../../environments/environment-store.ts'
import type { ProjectAccess } from '../../projects/project-access.ts'
import { Found } from './found.ts'

const accesses = new Map(
  ['beta', 'Alpha', 'alpha'].map((name, index) => {
    const project = { id: index + 1, name, owner_username: 'ada' }
    return [project.id, { project, role: 'owner' } as ProjectAccess] as const
  }),
)
const row = (project_id: number, id: number) =>
  ({
    id,
    project_id,
    name: `e${id}`,
    version: 1,
    color: null,
    is_protected: id % 2,
  }) as Partial<EnvironmentRow> as EnvironmentRow

test('the best are the first of all, with their environments', () => {
  const key = fc.constantFrom(...'ABCDEFGH')
  const one = fc.record({ project: fc.nat(2), environment: fc.nat(3), key, rank: fc.nat(2) })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (all, limit) => {
      const bestOf = (limit: number) => {
        const search = new Found(accesses, { first: 3, limit })
        // A key has one rank.
        const rankOf = new Map(all.map(({ key, rank }) => [key, rank]))
        for (const { project, environment, key } of all)
          finishSteps(
            search.addAll(row(project + 1, 10 * project + environment), [
              { key, rank: rankOf.get(key) ?? 0 },
            ]),
          )
        return search.sorted()
      }
      const every = bestOf(1_000)
      expect(bestOf(limit)).toEqual({ ...every, best: every.best.slice(0, limit) })
    }),
  )
})

test('it pauses within an environment', () => {
  const search = new Found(accesses, { limit: 2 })
  const names = Array.from({ length: 2_000 }, (_, n) => ({ key: `K${2_000 - n}` }))
  let pauses = 0
  for (const steps = search.addAll(row(1, 1), names); !steps.next().done; ) pauses++
  expect(pauses).toBeGreaterThan(60)
  expect(search.sorted()).toMatchObject({ best: [{ key: 'K1' }, { key: 'K10' }], total: 2_000, projects: 1 })
})
