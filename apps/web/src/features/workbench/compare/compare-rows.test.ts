import { describe, expect, it } from 'vitest'
import { compareRows } from './compare-rows.ts'

const compared = { different: ['B'], only_left: ['D', 'A'], only_right: ['C_URL'], same: ['E'] }

describe('two environments side by side', () => {
  it('shows every key once, in the order of keys, with the side it stands on', () => {
    expect(compareRows(compared, 'all', '')).toEqual([
      { key: 'A', side: 'only_left' },
      { key: 'B', side: 'different' },
      { key: 'C_URL', side: 'only_right' },
      { key: 'D', side: 'only_left' },
      { key: 'E', side: 'same' },
    ])
  })

  it('narrows to one side, and to what is searched in any case', () => {
    expect(compareRows(compared, 'only_left', '').map(({ key }) => key)).toEqual(['A', 'D'])
    expect(compareRows(compared, 'all', ' url ').map(({ key }) => key)).toEqual(['C_URL'])
    expect(compareRows(compared, 'same', 'url')).toEqual([])
  })
})
