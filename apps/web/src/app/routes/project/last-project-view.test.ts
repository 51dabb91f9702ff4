import { expect, test } from 'vitest'
import { clearLastViews, saveLastView, withLastView } from './last-project-view.ts'

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
  const wanted = { tab: 'variables', environment: 4, find: 'PORT' } as const
  expect(withLastView(storage, 7, wanted)).toEqual(wanted)
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

test('keeps fifty projects, names none of what it does not know, and forgets', () => {
  const storage = storageOf()
  for (let id = 1; id <= 60; id++) saveLastView(storage, id, { tab: 'activity' })
  expect(withLastView(storage, 10, {})).toEqual({})
  expect(withLastView(storage, 11, {})).toEqual({ tab: 'activity' })
  saveLastView(storage, 60, { tab: 'variables', environment: 1, find: 'SECRET_NAME' })
  expect(storage.all()).not.toContain('SECRET_NAME')
  clearLastViews(storage)
  expect(storage.all()).toBe('')
})

test.each([
  '',
  '{}',
  '[1]',
  '[[1,null]]',
  '[["a",{}]]',
  '[[7,{"tab":"x","environment":-1,"view":"y"}]]',
  '{',
])('takes %s for nothing', (stored) =>
  expect(withLastView(storageOf({ 'project-places': stored }), 7, {})).toEqual({}),
)

test('a full storage is no error', () => {
  const storage = {
    ...storageOf(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => saveLastView(storage, 7, { tab: 'activity' })).not.toThrow()
})
