import { describe, expect, it } from 'vitest'
import { countNewer, followList } from './follow-list.ts'
import type { CachedPage } from './paged-query.ts'

const page = (list: string, ...ids: number[]): CachedPage<{ id: number }> => ({
  entries: ids.map((id) => ({ id })),
  pagination: { page: 1, limit: 20, offset: 0, total: 3, totalPages: 1, hasNext: false, hasPrev: false },
  etag: null,
  list,
})
const idsOf = ({ page: shown }: { page: CachedPage<{ id: number }> }) => shown.entries.map(({ id }) => id)

describe('a list that grows at its top', () => {
  const first = followList(undefined, page('all', 5, 4), false)

  it('marks nothing as new when it is seen for the first time', () => {
    expect(first.page.entries.filter(({ id }) => id > first.newSince)).toEqual([])
  })

  it('shows what comes in, and knows what of it is new', () => {
    const next = followList(first, page('all', 7, 6, 5), false)
    expect(idsOf(next)).toEqual([7, 6, 5])
    expect(next.page.entries.filter(({ id }) => id > next.newSince)).toEqual([{ id: 7 }, { id: 6 }])
  })

  it('stands still while somebody reads, and catches up afterwards', () => {
    const fresh = page('all', 7, 6, 5)
    const held = followList(first, fresh, true)
    expect(held).toBe(first)
    expect(countNewer(held.page.entries, fresh.entries)).toBe(2)
    expect(idsOf(followList(held, fresh, false))).toEqual([7, 6, 5])
  })

  it('changes to another list even while somebody reads', () => {
    const other = followList(first, page('security', 9), true)
    expect(idsOf(other)).toEqual([9])
    expect(other.newSince).toBe(Number.POSITIVE_INFINITY)
  })

  it('shows an entry that left without calling the others new', () => {
    const fewer = followList(followList(first, page('all', 6, 5, 4), false), page('all', 6, 4), false)
    expect(idsOf(fewer)).toEqual([6, 4])
    expect(fewer.newSince).toBe(5)
  })

  it('counts everything in a list that was empty', () => {
    expect(countNewer([], [{ id: 2 }, { id: 1 }])).toBe(2)
  })
})
