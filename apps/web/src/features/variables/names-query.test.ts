import { describe, expect, it } from 'vitest'
import { namesAfter } from './names-query.ts'

const version = (added: string[], changed: string[] = [], removed: string[] = []) => ({
  added,
  changed,
  removed,
})

describe('the names that a history leads to', () => {
  it('are what was last said of each', () => {
    const oldestFirst = [
      version(['A', 'B', 'C']),
      version(['D'], ['A'], ['B']),
      version(['B'], [], ['C']),
      version([], ['D'], ['A']),
    ]
    expect(namesAfter(oldestFirst.toReversed()).sort()).toEqual(['B', 'D'])
  })

  it('hold what was changed although its adding is out of the history', () => {
    expect(namesAfter([version([], ['OLD'])])).toEqual(['OLD'])
  })

  it('are none without versions', () => {
    expect(namesAfter([])).toEqual([])
  })
})
