import { describe, expect, it } from 'vitest'
import { changedSearch } from './activity-page.tsx'
import { activitySearch } from './activity-search.ts'

describe('what an address says of the activity page', () => {
  it('keeps what makes sense', () => {
    const search = { tab: 'usage', range: '7d', q: 'deploy', filter: 'security', usagePage: 2 }
    expect(activitySearch(search)).toEqual(search)
  })

  it('keeps the filters that are not the first', () => {
    for (const filter of ['all', 'security'] as const) expect(activitySearch({ filter })).toEqual({ filter })
  })

  it('leaves out what is as usual, and what makes no sense', () => {
    expect(
      activitySearch({ tab: 'security', range: '30d', q: ' ', filter: 'changes', usagePage: 1 }),
    ).toEqual({})
    expect(activitySearch({ tab: 7, range: '2y', q: {}, filter: true, usagePage: 'x' })).toEqual({})
    expect(activitySearch({ usagePage: 1e12 })).toEqual({})
  })

  it('reads a number that is searched for', () => expect(activitySearch({ q: 404 })).toEqual({ q: '404' }))

  it('cuts what is longer than the server searches for', () => {
    expect(activitySearch({ q: 'x'.repeat(300) }).q).toHaveLength(200)
  })
})

describe('changing it', () => {
  const before = { tab: 'usage', range: '7d', q: 'deploy', usagePage: 2 } as const

  it.each([{ range: '24h' }, { q: 'other' }, { q: '' }])('%j begins both lists anew', (change) => {
    const after = changedSearch(before, change)
    expect(after.usagePage).toBeUndefined()
  })

  it('begins only the filtered list anew', () => {
    expect(changedSearch(before, { filter: 'security' })).toEqual({
      tab: 'usage',
      range: '7d',
      q: 'deploy',
      filter: 'security',
      usagePage: 2,
    })
  })

  it('leaves each tab where it was when the other is opened', () => {
    expect(changedSearch(before, { tab: 'activity' })).toEqual({
      range: '7d',
      q: 'deploy',
      usagePage: 2,
    })
  })

  it('turns one list’s page and not the other’s', () => {
    expect(changedSearch(before, { usagePage: 5 })).toEqual({ ...before, usagePage: 5 })
  })
})
