import { describe, expect, it } from 'vitest'
import { groupsOf, isSameGroup, pickGroup, sheetText } from './recovery-sheet.tsx'

const key = 'A0B1C-D2E3F-G4H5J'

describe('a recovery key', () => {
  it('falls into its groups', () => expect(groupsOf(key)).toEqual(['A0B1C', 'D2E3F', 'G4H5J']))

  it.each(['a0b1c', ' AOB1C ', 'aobIc', 'A0BLC'])('is read back from %j', (typed) => {
    expect(isSameGroup(typed, 'A0B1C')).toBe(true)
  })
  it.each(['', 'A0B1', 'A0B1D', 'D2E3F'])('is not read back from %j', (typed) => {
    expect(isSameGroup(typed, 'A0B1C')).toBe(false)
  })

  it('is asked for by any group but the first', () => {
    expect(pickGroup(3, () => 0)).toBe(1)
    expect(pickGroup(3, () => 0.999)).toBe(2)
    expect(pickGroup(1, () => 0.999)).toBe(0)
  })

  it('stands on its sheet whole and by group', () => {
    const text = sheetText(key, { username: 'ada', origin: 'https://vault.example', date: '1 May 2026' })
    expect(text).toContain(key)
    expect(text).toContain(' 3  G4H5J')
    expect(text).toContain('ada')
  })
})
