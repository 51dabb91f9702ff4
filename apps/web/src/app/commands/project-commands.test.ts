import { expect, test } from 'vitest'
import { sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { lastOpenedFirst } from './project-commands.ts'

const day = (number: number) => `2026-03-0${number}T10:00:00.000Z`

test('projects opened last come first, then those changed last', () => {
  const projects = [1, 2, 3, 4].map((id) => sampleProject({ id, updated_at: day(id) }))
  const changed = new Map([[1, [sampleEnvironment({ updated_at: day(5) })]]])
  const order = lastOpenedFirst(projects, [{ id: 2 }, { id: 9 }], changed)
  expect(order.map(({ id }) => id)).toEqual([2, 1, 4, 3])
})
