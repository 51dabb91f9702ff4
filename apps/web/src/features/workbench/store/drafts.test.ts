import { toVariables } from '@envhold/formats/variables.ts'
import { describe, expect, it } from 'vitest'
import type { Drafts } from './drafts.ts'
import { countEdits, draftsOf, draftsWith } from './drafts.ts'

const none: Drafts = new Map()
const read = (version: number, variables: Record<string, string>) => ({
  version,
  variables: toVariables(variables),
})

describe('drafts of several environments', () => {
  it('are kept apart, each against its version', () => {
    const first = draftsWith(none, 1, read(7, { A: '1' }), { key: 'A', value: '2' })
    const both = draftsWith(first, 2, read(3, { A: '1' }), { key: 'A', value: null })
    expect(both.get(1)).toMatchObject({ version: 7 })
    expect(both.get(2)).toMatchObject({ version: 3 })
    expect(countEdits(both)).toBe(2)
  })

  it('stay with the version of their first edit, so that nobody else’s save is written over', () => {
    const first = draftsWith(none, 1, read(7, { A: '1', B: '1' }), { key: 'A', value: '2' })
    const later = draftsWith(first, 1, read(8, { A: '1', B: 'theirs' }), { key: 'B', value: 'mine' })
    expect(later.get(1)?.version).toBe(7)
  })

  it('are gone once nothing is left of them, and begin anew after', () => {
    const first = draftsWith(none, 1, read(7, { A: '1' }), { key: 'A', value: '2' })
    const back = draftsWith(first, 1, read(7, { A: '1' }), { key: 'A', value: '1' })
    expect(back.size).toBe(0)
    expect(draftsWith(back, 1, read(9, { A: '1' }), { key: 'A', value: '3' }).get(1)?.version).toBe(9)
    expect(draftsOf(first, 1, undefined).size).toBe(0)
  })
})
