import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { describe, expect, it } from 'vitest'
import { refetchInterval } from '../../../connection/api/read-query.ts'
import type { CachedPage } from '../activity-queries.ts'
import { followList, newerEntries } from './use-live-list.ts'

const page = (list: string, ...ids: (number | string)[]): CachedPage<{ id: number | string }> => ({
  entries: ids.map((id) => ({ id })),
  pagination: { page: 1, limit: 20, offset: 0, total: 3, totalPages: 1, hasNext: false, hasPrev: false },
  etag: null,
  list,
})
const idsOf = ({ page: visible }: { page: CachedPage<{ id: number | string }> }) =>
  visible.entries.map(({ id }) => id)

describe('a list that grows at its top', () => {
  const first = followList(undefined, page('all', 5, 4), false)

  it('marks nothing as new when it is seen for the first time', () => {
    expect(first.newIds).toEqual(new Set())
  })

  it('shows what comes in, and knows what of it is new', () => {
    const next = followList(first, page('all', 7, 6, 5), false)
    expect(idsOf(next)).toEqual([7, 6, 5])
    expect(next.newIds).toEqual(new Set([7, 6]))
  })

  it('stands still while somebody reads, and catches up afterwards', () => {
    const fresh = page('all', 7, 6, 5)
    const list = followList(first, fresh, true)
    expect(list).toBe(first)
    expect(newerEntries(list.page.entries, fresh.entries)).toHaveLength(2)
    expect(idsOf(followList(list, fresh, false))).toEqual([7, 6, 5])
  })

  it('changes to another list even while somebody reads', () => {
    const other = followList(first, page('security', 9), true)
    expect(idsOf(other)).toEqual([9])
    expect(other.newIds).toEqual(new Set())
  })

  it('shows an entry that left without calling the others new', () => {
    const fewer = followList(followList(first, page('all', 6, 5, 4), false), page('all', 6, 4), false)
    expect(idsOf(fewer)).toEqual([6, 4])
    expect(fewer.newIds).toEqual(new Set([6]))
  })

  it('counts everything in a list that was empty', () => {
    expect(newerEntries([], [{ id: 2 }, { id: 1 }])).toHaveLength(2)
  })

  it('needs no order of ids: those of several projects are not comparable', () => {
    const usage = followList(undefined, page('usage', 'usage/7:9', 'usage/8:3'), false)
    const next = followList(usage, page('usage', 'usage/10:1', 'usage/7:10', 'usage/7:9'), false)
    expect(next.newIds).toEqual(new Set(['usage/10:1', 'usage/7:10']))
  })
})

const failed = (status: number, error: 'UNAUTHENTICATED' | 'UNAVAILABLE') =>
  new ApiError(status, { error, message: '', request_id: 'r' }, null)

it.each([
  ['nothing failed', null, 4_000],
  ['the server is away', new UnreachableError('network'), 15_000],
  ['the server is busy', failed(503, 'UNAVAILABLE'), 15_000],
  ['the session has ended', failed(401, 'UNAUTHENTICATED'), false],
])('when %s', (_, error, soon) => {
  expect(refetchInterval(4_000)({ state: { error } })).toBe(soon)
})
