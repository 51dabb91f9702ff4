import { toVariables } from '@envhold/formats/variables.ts'
import { describe, expect, it } from 'vitest'
import { allOrNone, existingSelection, extended, noSelection, toggled } from './selection.ts'

const order = ['A', 'B', 'C', 'D', 'E']
const keysOf = ({ keys }: { keys: ReadonlySet<string> }) => [...keys].sort()

describe('selecting rows', () => {
  it('takes one in and out', () => {
    const one = toggled(noSelection, 'B')
    expect(keysOf(one)).toEqual(['B'])
    expect(keysOf(toggled(one, 'B'))).toEqual([])
  })

  it('reaches from the last one to another, either way, and keeps the rest', () => {
    const two = toggled(toggled(noSelection, 'A'), 'C')
    expect(keysOf(extended(two, 'E', order))).toEqual(['A', 'C', 'D', 'E'])
    expect(keysOf(extended(toggled(noSelection, 'D'), 'B', order))).toEqual(['B', 'C', 'D'])
  })

  it('begins where it is asked to when nothing was selected, or what was no longer shows', () => {
    expect(keysOf(extended(noSelection, 'C', order))).toEqual(['C'])
    expect(keysOf(extended(toggled(noSelection, 'GONE'), 'C', order))).toEqual(['C', 'GONE'])
  })

  it('takes all that show, and none once it has all', () => {
    const all = allOrNone(toggled(noSelection, 'B'), order)
    expect(keysOf(all)).toEqual(order)
    expect(keysOf(allOrNone(all, order))).toEqual([])
  })

  it('forgets what is gone', () => {
    expect(existingSelection(toggled(toggled(noSelection, 'B'), 'X'), toVariables({ B: '1' }))).toEqual(['B'])
  })
})
