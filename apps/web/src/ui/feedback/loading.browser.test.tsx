import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { clearLastCounts, SkeletonRows, useLastCount } from './loading.tsx'

function List({ name, count }: { name: string; count?: number }) {
  return (
    <SkeletonRows rows={useLastCount(name, count, 3)} row="skeleton h-4">
      {null}
    </SkeletonRows>
  )
}

const rowsOf = async (name: string, count?: number) => {
  const list = count === undefined ? <List name={name} /> : <List name={name} count={count} />
  const { container, unmount } = await render(list)
  const rows = container.querySelectorAll('.skeleton').length
  await unmount()
  return rows
}
beforeEach(clearLastCounts)

test('a skeleton has the rows of last time, and those of another list are its own', async () => {
  expect(await rowsOf('people')).toBe(3)
  await rowsOf('people', 7)
  await rowsOf('keys', 1)
  expect(await rowsOf('people')).toBe(7)
  expect(await rowsOf('keys')).toBe(1)
})

test('a skeleton is neither empty nor longer than a screen, and nothing but counts is kept', async () => {
  await rowsOf('none', 0)
  await rowsOf('many', 1_000)
  expect(await rowsOf('none')).toBe(1)
  expect(await rowsOf('many')).toBe(20)
  expect(sessionStorage.getItem('last-counts')).toBe('{"none":0,"many":1000}')
})

test('what is kept and is no longer JSON counts as nothing', async () => {
  sessionStorage.setItem('last-counts', '{')
  expect(await rowsOf('people')).toBe(3)
})
