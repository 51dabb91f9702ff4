import { describe, expect, it } from 'vitest'
import { removedText, restoredText } from './use-remove-variables.ts'

describe('what is said of a removal', () => {
  it('names one variable and counts more', () => {
    expect(removedText(['A_KEY'])).toBe('Deleted A_KEY')
    expect(removedText(['A', 'B'])).toBe('Deleted 2 variables')
  })
  it('says what bringing back brought back, and what others have added since', () => {
    expect(restoredText(['A'], ['A'])).toBe('Restored A')
    expect(restoredText(['A', 'B'], ['A', 'B'])).toBe('Restored 2 variables')
    expect(restoredText(['A'], [])).toBe('A was added again in the meantime and was not changed')
    expect(restoredText(['A', 'B'], [])).toBe('They were added again in the meantime and were not changed')
    expect(restoredText(['A', 'B', 'C'], ['C'])).toBe(
      'Restored 1 of 3; the others were added again in the meantime and were not changed',
    )
    expect(restoredText(['A', 'B', 'C'], ['B', 'C'])).toBe(
      'Restored 2 of 3; the other was added again in the meantime and was not changed',
    )
  })
})
