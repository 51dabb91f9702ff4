import { expect, test } from 'vitest'
import { sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { lastOpenedFirst } from './project-commands.ts'

const day = (number: number) => `2026-03-0${number}T10:00:00.000Z`
const changed = (number: number) => [
  sampleEnvironment({ last_change: { at: day(number), author: { username: 'ada', token_name: null } } }),
]

test('projects opened last come first, then those changed last', () => {
  const projects = [1, 2, 3, 4].map((id) => sampleProject({ id, created_at: day(id) }))
  const environments = new Map([
    [1, changed(5)],
    [3, [sampleEnvironment({ updated_at: day(7), last_change: null })]],
  ])
  const order = lastOpenedFirst(projects, [{ id: 2 }, { id: 9 }], environments)
  expect(order.map(({ id }) => id)).toEqual([2, 1, 4, 3])
})
