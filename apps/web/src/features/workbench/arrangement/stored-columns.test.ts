import { expect, test } from 'vitest'
import { type ColumnSettings, noSettings, readColumns, saveColumns } from './column-settings.ts'

function storageOf(stored?: string) {
  let text = stored ?? null
  return {
    getItem: () => text,
    setItem: (_: string, next: string) => {
      text = next
    },
    text: () => text ?? '',
  }
}

const settings: ColumnSettings = {
  order: [3, 1, 2],
  pinned: new Set([3]),
  widths: new Map([
    [1, 'compact'],
    [2, 'hidden'],
  ]),
  pair: [1, 3],
}

test('each project has its own columns', () => {
  const storage = storageOf()
  saveColumns(storage, 7, settings)
  expect(readColumns(storage, 7)).toEqual(settings)
  expect(readColumns(storage, 8)).toEqual(noSettings)
  saveColumns(storage, 7, noSettings)
  expect(storage.text()).toBe('[]')
})

test('fifty projects and a thousand columns are remembered', () => {
  const storage = storageOf()
  for (let project = 1; project <= 60; project++)
    saveColumns(storage, project, { ...noSettings, order: Array.from({ length: 2_000 }, (_, at) => at) })
  expect(readColumns(storage, 10)).toEqual(noSettings)
  expect(readColumns(storage, 60).order).toHaveLength(1_000)
})

test.each([
  '',
  '{',
  'null',
  '{}',
  '[1,[7],[7,null],["7",{}]]',
  '[[7,{"order":"x","pinned":[null,{},"1"],"widths":[[1,9],["a",1],3,[]],"pair":[1]}]]',
])('takes %s for nothing', (stored) => expect(readColumns(storageOf(stored), 7)).toEqual(noSettings))

test('an id counts once', () =>
  expect(readColumns(storageOf('[[7,{"order":[2,2,1]}]]'), 7).order).toEqual([2, 1]))

test('a full storage is no error', () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => saveColumns(storage, 7, settings)).not.toThrow()
})
