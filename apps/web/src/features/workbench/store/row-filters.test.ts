import { toVariables } from '@envhold/formats/variables.ts'
import { describe, expect, it } from 'vitest'
import { type Column, compareKeys, type KeyRow } from '../comparison/key-rows.ts'
import { countFilters, type Filter, filterRows, matchesRow } from './filters.ts'

const column = (
  name: string,
  variables: Record<string, string> | undefined,
  edits: Record<string, string | null> = {},
): Column => ({
  id: name.length,
  name,
  isProtected: name === 'production',
  variables: variables && toVariables(variables),
  edits: new Map(Object.entries(edits)),
})

function keyRows(columns: readonly Column[], added: Iterable<string>, before: readonly KeyRow[] = []) {
  const work = compareKeys(columns, added, { before, today: '2026-03-10' })
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

describe('which keys show', () => {
  const columns = [
    column('dev', { ALPHA: '1', BETA: '1', GAMMA: '1' }, { ALPHA: '9' }),
    column('prod', { ALPHA: '9', BETA: '2' }),
  ]
  const rows = keyRows(columns, ['NEW_KEY'])
  const shown = (filter: Filter, search = '') =>
    filterRows(rows, { filter, search, added: new Set(['NEW_KEY']), isPair: false }).map(({ key }) => key)

  it('are all of them, with a new one, in order', () => {
    expect(shown('all')).toEqual(['ALPHA', 'BETA', 'GAMMA', 'NEW_KEY'])
    const counts = countFilters(['to-check', 'differing', 'missing'], rows, (filter, row) =>
      matchesRow(filter, row, false),
    )
    expect(counts).toEqual({ 'to-check': 0, differing: 1, missing: 2 })
  })

  it('narrow to what differs or is missing, and never hide what is being worked on', () => {
    expect(shown('differing')).toEqual(['ALPHA', 'BETA', 'NEW_KEY'])
    expect(shown('missing')).toEqual(['ALPHA', 'GAMMA', 'NEW_KEY'])
  })

  it('are searched in any case', () => {
    expect(shown('all', ' am')).toEqual(['GAMMA'])
    expect(shown('differing', 'gamma')).toEqual([])
  })
})
