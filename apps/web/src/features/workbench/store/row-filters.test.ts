import { describe, expect, it } from 'vitest'
import { sampleColumn, sampleRows } from '../../../tests/sample-rows.ts'
import { countFilters, type Filter, filterRows, matchesRow } from './filters.ts'

describe('which keys show', () => {
  const columns = [
    sampleColumn('dev', { ALPHA: '1', BETA: '1', GAMMA: '1' }, { ALPHA: '9' }),
    sampleColumn('prod', { ALPHA: '9', BETA: '2' }),
  ]
  const rows = sampleRows(columns, ['NEW_KEY'])
  const visibleKeys = (filter: Filter, search = '') =>
    filterRows(rows, { filter, search, added: new Set(['NEW_KEY']), isPair: false }).map(({ key }) => key)

  it('are all of them, with a new one, in order', () => {
    expect(visibleKeys('all')).toEqual(['ALPHA', 'BETA', 'GAMMA', 'NEW_KEY'])
    const counts = countFilters(['to-check', 'differing', 'missing'], rows, (filter, row) =>
      matchesRow(filter, row, false),
    )
    expect(counts).toEqual({ 'to-check': 0, differing: 1, missing: 2 })
  })

  it('narrow to what differs or is missing, and never hide what is being worked on', () => {
    expect(visibleKeys('differing')).toEqual(['ALPHA', 'BETA', 'NEW_KEY'])
    expect(visibleKeys('missing')).toEqual(['ALPHA', 'GAMMA', 'NEW_KEY'])
  })

  it('are searched in any case', () => {
    expect(visibleKeys('all', ' am')).toEqual(['GAMMA'])
    expect(visibleKeys('differing', 'gamma')).toEqual([])
  })
})
