import { expect, test } from 'vitest'
import { neighbourOf, rankEnvironments } from './switcher.ts'

const named = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }))
const environments = named('staging', 'production', 'qa', 'preview-10', 'preview-9')
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)

test('lists the last used ones first, then the others by name', () => {
  const { recent, others } = rankEnvironments(environments, [2, 99, 1], '')
  expect(namesOf(recent)).toEqual(['production', 'staging'])
  expect(namesOf(others)).toEqual(['preview-9', 'preview-10', 'qa'])
})

test('searches both', () => {
  const { recent, others } = rankEnvironments(environments, [2], ' PR')
  expect(namesOf(recent)).toEqual(['production'])
  expect(namesOf(others)).toEqual(['preview-9', 'preview-10'])
})

test('goes around by name', () => {
  expect(neighbourOf(environments, 3, 1)?.name).toBe('staging')
  expect(neighbourOf(environments, 1, 1)?.name).toBe('preview-9')
  expect(neighbourOf(environments, 5, -1)?.name).toBe('staging')
  expect(neighbourOf([], 5, 1)).toBeUndefined()
})
