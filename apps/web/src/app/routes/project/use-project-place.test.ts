import { expect, test } from 'vitest'
import { clearLastViews } from './clear-last-views.ts'
import {
  lastArrangement,
  recentEnvironments,
  saveArrangement,
  saveLastView,
  withLastView,
} from './use-project-place.ts'

function storageOf(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    all: () => [...map.values()].join(''),
  }
}

test('a project opens where it was left; an address that says more wins', () => {
  const storage = storageOf()
  saveLastView(storage, 7, { tab: 'variables', environment: 3, view: 'text' })
  expect(withLastView(storage, 7, {})).toEqual({ tab: 'variables', environment: 3, view: 'text' })
  expect(withLastView(storage, 7, { tab: 'variables' })).toEqual({
    tab: 'variables',
    environment: 3,
    view: 'text',
  })
  expect(withLastView(storage, 7, { tab: 'activity' })).toEqual({ tab: 'activity' })
  const place = { tab: 'variables', environment: 4, find: 'PORT' } as const
  expect(withLastView(storage, 7, place)).toEqual(place)
  expect(withLastView(storage, 8, {})).toEqual({})
})

test('a new variable is added where it shows: in the table or the grid, not in the text', () => {
  const storage = storageOf()
  const search = { tab: 'variables', action: 'add-variable' } as const
  saveLastView(storage, 7, { tab: 'variables', environment: 3, view: 'grid' })
  expect(withLastView(storage, 7, search)).toEqual({ ...search, environment: 3, view: 'grid' })
  saveLastView(storage, 7, { tab: 'variables', environment: 3, view: 'text' })
  expect(withLastView(storage, 7, search)).toEqual({ ...search, environment: 3 })
})

test('another tab keeps the environment; the table is a view like the others', () => {
  const storage = storageOf()
  saveLastView(storage, 7, { tab: 'variables', environment: 3, view: 'grid' })
  saveLastView(storage, 7, { tab: 'activity' })
  expect(withLastView(storage, 7, {})).toEqual({ tab: 'activity', environment: 3 })
  expect(withLastView(storage, 7, { tab: 'variables' })).toEqual({ tab: 'variables', environment: 3 })
})

test('lists the last three environments, newest first', () => {
  const storage = storageOf()
  for (const environment of [1, 2, 3, 4, 2]) saveLastView(storage, 7, { tab: 'variables', environment })
  saveLastView(storage, 7, { tab: 'activity' })
  expect(recentEnvironments(storage, 7)).toEqual([2, 4, 3])
  expect(recentEnvironments(storage, 8)).toEqual([])
  expect(withLastView(storage, 7, {})).toEqual({ tab: 'activity', environment: 2 })
})

test('the table stays as it was arranged, and the address says nothing about it', () => {
  const storage = storageOf()
  const arrangement = { sort: { by: 'changed', isReversed: true }, folded: ['AWS_', 'DATABASE_'] } as const
  saveArrangement(storage, 7, arrangement)
  saveLastView(storage, 7, { tab: 'variables', environment: 3 })
  expect(lastArrangement(storage, 7)).toEqual(arrangement)
  expect(lastArrangement(storage, 8)).toEqual({ sort: { by: 'key', isReversed: false }, folded: [] })
  expect(withLastView(storage, 7, {})).toEqual({ tab: 'variables', environment: 3 })
  const many = Array.from({ length: 150 }, (_, index) => `P${index}_`)
  saveArrangement(storage, 7, { ...arrangement, folded: many })
  expect(lastArrangement(storage, 7).folded).toEqual(many.slice(-100))
})

test('keeps fifty projects, names none of what it does not know, and forgets', () => {
  const storage = storageOf()
  for (let id = 1; id <= 60; id++) saveLastView(storage, id, { tab: 'activity' })
  expect(withLastView(storage, 10, {})).toEqual({})
  expect(withLastView(storage, 11, {})).toEqual({ tab: 'activity' })
  saveLastView(storage, 60, { tab: 'variables', environment: 1, find: 'SECRET_NAME' })
  expect(storage.all()).not.toContain('SECRET_NAME')
  storage.setItem('project-columns', '[[60,{"order":[1]}]]')
  clearLastViews(storage)
  expect(storage.all()).toBe('')
})

test.each([
  '',
  '{}',
  '[1]',
  '[[1,null]]',
  '[["a",{}]]',
  '[[7,{"tab":"x","environment":-1,"view":"y","only":"missing","recent":["a",{}]}]]',
  '[[7,{"table":{"sort":{"by":"x"},"folded":[]}}]]',
  '[[7,{"table":{"sort":{"by":"key"},"folded":{}}}]]',
  '{',
])('takes %s for nothing', (stored) => {
  const storage = storageOf({ 'project-places': stored })
  expect(withLastView(storage, 7, {})).toEqual({})
  expect(lastArrangement(storage, 7)).toEqual({ sort: { by: 'key', isReversed: false }, folded: [] })
})

test('a full storage is no error', () => {
  const storage = {
    ...storageOf(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => saveLastView(storage, 7, { tab: 'activity' })).not.toThrow()
})
