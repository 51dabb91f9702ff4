import { describe, expect, it } from 'vitest'
import { sampleColumn, sampleRows } from '../../../tests/sample-rows.ts'
import { cellLabels } from '../grid/cell-content.tsx'
import type { Column, KeyRow } from './key-rows.ts'
import { groupName } from './signs.tsx'

const statesOf = (columns: Column[], key: string) =>
  sampleRows(columns, [])
    .find((row) => row.key === key)
    ?.cells.map(({ state }) => state)

describe('a key across environments', () => {
  const columns = [
    sampleColumn('dev', { SAME: '1', TWO: 'a', ALL: 'x', ONLY: 'me', EMPTY: '' }),
    sampleColumn('staging', { SAME: '1', TWO: 'b', ALL: 'y', EMPTY: '' }),
    sampleColumn('production', { SAME: '1', TWO: 'b', ALL: 'z' }),
  ]

  it('is the same, different or missing', () => {
    expect(statesOf(columns, 'SAME')).toEqual(['same', 'same', 'same'])
    expect(statesOf(columns, 'ALL')).toEqual(['different', 'different', 'different'])
    expect(statesOf(columns, 'ONLY')).toEqual(['alone', 'missing', 'missing'])
  })

  it('takes an empty value for a value', () => {
    expect(statesOf(columns, 'EMPTY')).toEqual(['same', 'same', 'missing'])
  })

  it('groups equal values, in the order of the environments', () => {
    const row = sampleRows(columns, []).find(({ key }) => key === 'TWO')
    expect(row?.cells.map(({ state, group }) => [state, group])).toEqual([
      ['grouped', 0],
      ['grouped', 1],
      ['grouped', 1],
    ])
    expect(row).toMatchObject({ differs: true, isMissingSomewhere: false, unsaved: false })
  })

  it('says in words which environments agree', () => {
    const names = columns.map(({ name }) => name)
    const words = (key: string) => {
      const row = sampleRows(columns, []).find((each) => each.key === key)
      return names.map((_, at) => (row ? cellLabels(row, at, names) : ''))
    }
    expect(words('TWO')).toEqual(['Differs from the others', 'Same as production', 'Same as staging'])
    expect(words('ONLY')).toEqual(['Only here', 'Missing', 'Missing'])
    const many = Array.from({ length: 6 }, (_, at) => sampleColumn(`env${at}`, { A: at === 5 ? 'b' : 'a' }))
    const [row] = sampleRows(many, [])
    expect(
      row &&
        cellLabels(
          row,
          0,
          many.map(({ name }) => name),
        ),
    ).toBe('Same as env1, env2, env3 and 1 more')
  })

  it('warns of a secret of a protected environment that another one has too', () => {
    const token = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYzEXAMPLEq9'
    const shared = (edits: Record<string, string | null> = {}) =>
      sampleRows(
        [
          sampleColumn('dev', { API_TOKEN: 'another-token-1', LOG_LEVEL: 'information' }),
          sampleColumn('staging', { API_TOKEN: token, LOG_LEVEL: 'information' }, edits),
          sampleColumn('production', { API_TOKEN: token, LOG_LEVEL: 'information' }),
        ],
        [],
      )
    const warned = (rows: readonly KeyRow[]) =>
      rows.map(({ key, cells, isToCheck }) => [key, ...cells.map((cell) => cell.isSharedSecret), isToCheck])
    expect(warned(shared())).toEqual([
      ['API_TOKEN', false, true, true, true],
      ['LOG_LEVEL', false, false, false, false],
    ])
    expect(warned(shared({ API_TOKEN: 'its-own-token-2' }))[0]).toEqual([
      'API_TOKEN',
      false,
      false,
      false,
      false,
    ])
    const [row] = shared()
    expect(row && cellLabels(row, 1, ['dev', 'staging', 'production'])).toBe('Same secret as production')
    const unprotected = [
      sampleColumn('dev', { API_TOKEN: token }),
      sampleColumn('staging', { API_TOKEN: token }),
    ]
    expect(warned(sampleRows(unprotected, []))[0]).toEqual(['API_TOKEN', false, false, false])
  })

  it('is to be checked from a week before it is due', () => {
    const due = (day: string) =>
      sampleRows(
        [{ ...sampleColumn('dev', {}), variables: new Map([['A', { value: '1', due: day }]]) }],
        [],
      )[0]
    expect(due('2026-03-17')).toMatchObject({ isToCheck: true })
    expect(due('2026-01-01')).toMatchObject({ isToCheck: true })
    expect(due('2026-03-18')).toMatchObject({ isToCheck: false })
  })

  it('names groups as spreadsheets name columns', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(groupName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })

  it('stays the same object while nothing changes in it', () => {
    const before = sampleRows(columns, [])
    const [dev, ...others] = columns
    if (!dev) throw new Error('No column')
    const after = sampleRows([{ ...dev, edits: new Map([['TWO', { value: 'b' }]]) }, ...others], [], before)
    expect(after.filter((row) => !before.includes(row)).map(({ key }) => key)).toEqual(['TWO'])
  })

  it('stands as it will be once the edits are saved', () => {
    const edited = [
      sampleColumn('dev', { A: '1', B: 'x', C: 'c' }, { A: '2', C: null }),
      sampleColumn('prod', { A: '2' }, { B: 'x', NEW: '' }),
    ]
    expect(statesOf(edited, 'A')).toEqual(['same', 'same'])
    expect(statesOf(edited, 'B')).toEqual(['same', 'same'])
    expect(statesOf(edited, 'C')).toEqual(['missing', 'missing'])
    expect(statesOf(edited, 'NEW')).toEqual(['missing', 'alone'])
    const kinds = sampleRows(edited, []).map(({ key, cells }) => [key, ...cells.map(({ edit }) => edit)])
    expect(kinds).toEqual([
      ['A', 'changed', undefined],
      ['B', undefined, 'added'],
      ['C', 'removed', undefined],
      ['NEW', undefined, 'added'],
    ])
  })

  it('is not judged by an environment that was not read', () => {
    const some = [
      sampleColumn('dev', { A: '1' }),
      sampleColumn('staging', undefined),
      sampleColumn('prod', { A: '1' }),
    ]
    expect(statesOf(some, 'A')).toEqual(['same', 'unread', 'same'])
    expect(sampleRows(some, [])[0]).toMatchObject({ differs: false, isMissingSomewhere: false })
  })
})
