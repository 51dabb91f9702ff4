import { expect, test } from 'vitest'
import { sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { lastUsedFirst, maxPinned, readOpened, readUsed } from './opened-projects.ts'
import {
  findProjects,
  groupProjects,
  newestChange,
  saveOpened,
  savePinned,
  sortEnvironments,
} from './used-projects.ts'

function storageOf(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    size: () => [...map.values()].join('').length,
  }
}

test('what was opened last comes first, with its environments', () => {
  const storage = storageOf()
  saveOpened(storage, { id: 7, environment: 11, at: 1_000 })
  saveOpened(storage, { id: 8, environment: undefined, at: 2_000 })
  saveOpened(storage, { id: 7, environment: 12, at: 3_000 })
  saveOpened(storage, { id: 7, environment: undefined, at: 4_000 })
  expect(readUsed(storage, 1).opened).toEqual([
    { id: 7, at: 4_000, environments: [12, 11] },
    { id: 8, at: 2_000, environments: [] },
  ])
})

test('each person has pins of their own', () => {
  const storage = storageOf()
  savePinned(storage, 1, 7, true)
  expect(readUsed(storage, 2)).toEqual({ pinned: [], opened: [] })
})

test('a pin is set once and removed, and keeps what was opened', () => {
  const storage = storageOf()
  saveOpened(storage, { id: 7, environment: 11, at: 1_000 })
  savePinned(storage, 1, 7, true)
  expect(savePinned(storage, 1, 7, true).pinned).toEqual([7])
  expect(savePinned(storage, 1, 7, false).pinned).toEqual([])
  expect(readUsed(storage, 1).opened).toHaveLength(1)
})

test('the lists are bounded', () => {
  const storage = storageOf()
  for (let id = 1; id <= 200; id++) {
    saveOpened(storage, { id, environment: id, at: id })
    saveOpened(storage, { id: 1, environment: id, at: id })
    savePinned(storage, 1, id, true)
  }
  const { opened, pinned } = readUsed(storage, 1)
  expect(opened).toHaveLength(60)
  expect(opened[0]?.environments).toEqual([200, 199, 198, 197, 196, 195])
  expect(pinned).toHaveLength(maxPinned)
  expect(pinned.at(-1)).toBe(200)
  expect(storage.size()).toBeLessThan(5_000)
})

test.each(['', 'null', '7', '{}', '[7,[1],["x",2],[-1,2],[1.5,2],null]'])(
  'the stored %j is read as nothing opened',
  (stored) => expect(readOpened(storageOf({ 'opened-projects': stored }))).toEqual([]),
)

test.each(['', 'null', '{}', '["a",0,-1,null,[1]]'])('the stored %j is read as no pins', (stored) =>
  expect(readUsed(storageOf({ 'pinned-projects-1': stored }), 1).pinned).toEqual([]),
)

test('a full storage loses nothing but the order', () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => saveOpened(storage, { id: 7, environment: 11, at: 1 })).not.toThrow()
  expect(savePinned(storage, 1, 7, true).pinned).toEqual([7])
})

const day = 86_400_000
const now = 100 * day
const projects = ['Shop', 'blog', 'API 10', 'API 9', 'Wiki', 'Mail', 'Jobs', 'Docs', 'Help'].map(
  (name, index) =>
    sampleProject({ id: index + 1, name, description: name === 'Wiki' ? 'Pages of the shop' : null }),
)
const opened = (id: number, daysAgo: number) => ({ id, at: now - daysAgo * day, environments: [] })
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)

test('pinned, then five opened within 30 days, then all others by name', () => {
  const used = {
    pinned: [2, 99],
    opened: [2, 9, 8, 7, 6, 5, 4].map((id) => opened(id, 1)),
  }
  const groups = groupProjects(projects, used, { by: 'opened', now }).map(({ heading, projects }) => [
    heading,
    names(projects),
  ])
  expect(groups).toEqual([
    ['Pinned', ['blog']],
    ['Recent', ['Help', 'Docs', 'Jobs', 'Mail', 'Wiki']],
    ['All others', ['API 9', 'API 10', 'Shop']],
  ])
})

test('what was opened longer ago is not recent', () => {
  const groups = groupProjects(
    projects,
    { pinned: [], opened: [opened(1, 29), opened(3, 31)] },
    { by: 'opened', now },
  )
  expect(groups.map(({ heading, projects }) => [heading, projects.length])).toEqual([
    ['Recent', 1],
    ['All others', 8],
  ])
})

test('cards: pinned, then opened last, then by name', () => {
  const used = { pinned: [2], opened: [opened(9, 1), opened(2, 2), opened(1, 90)] }
  expect(names(lastUsedFirst(projects, used)).slice(0, 5)).toEqual([
    'blog',
    'Help',
    'Shop',
    'API 9',
    'API 10',
  ])
})

test('in the other orders, all that are not pinned are one group', () => {
  const used = { pinned: [2], opened: [opened(9, 1)] }
  const change = { at: '2026-03-01T10:00:00.000Z', author: { username: 'ada', token_name: null } }
  const environments = new Map([[6, [sampleEnvironment({ last_change: change })]]])
  const inOrder = (by: 'changed' | 'name') =>
    groupProjects(projects, used, { by, now, environments }).map((group) => names(group.projects).slice(0, 2))
  expect(inOrder('name')).toEqual([['blog'], ['API 9', 'API 10']])
  expect(inOrder('changed').map(([first]) => first)).toEqual(['blog', 'Mail'])
})

test('the filter finds words of name, description and owner', () => {
  expect(names(findProjects(projects, ' SHOP '))).toEqual(['Shop', 'Wiki'])
  expect(names(findProjects(projects, 'api ada'))).toEqual(['API 9', 'API 10'])
  expect(findProjects(projects, 'nothing')).toEqual([])
})

const changeOf = (day: number) => ({
  at: `2026-03-0${day}T10:00:00.000Z`,
  author: { username: 'ada', token_name: null },
})

test('environments used last come first; the newest of all changes counts', () => {
  const environments = ['staging', 'development', 'production'].map((name, index) =>
    sampleEnvironment({ id: index + 1, name, last_change: changeOf(index + 1) }),
  )
  expect(names(sortEnvironments(environments, [99, 3]))).toEqual(['production', 'development', 'staging'])
  const empty = sampleEnvironment({ last_change: null })
  expect(newestChange([empty, ...environments.toReversed(), empty])).toEqual(changeOf(3))
  expect(newestChange([empty])).toBeNull()
  expect(newestChange([])).toBeNull()
})
