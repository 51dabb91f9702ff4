import { describe, expect, it } from 'vitest'
import { sectionInView } from './account-frame.tsx'

/** Four sections of 500 each below a header, in a window of 1,000. */
const at = (scrolled: number) =>
  sectionInView(
    ['a', 'b', 'c', 'd'].map((id, index) => [id, 100 + index * 500 - scrolled]),
    { scrolled, maxScroll: 1_100, top: 100, bottom: 1_000 },
  )

describe('the section that is read', () => {
  it('is the first at the top of the page and the last at its end', () => {
    expect(at(0)).toBe('a')
    expect(at(1_100)).toBe('d')
  })

  it('passes through all of them, in their order', () => {
    const seen = Array.from({ length: 111 }, (_, n) => at(n * 10))
    expect([...new Set(seen)]).toEqual(['a', 'b', 'c', 'd'])
  })

  it('is the first where nothing can be scrolled, and none where there is none', () => {
    expect(sectionInView([['a', 300]], { scrolled: 0, maxScroll: 0, top: 100, bottom: 900 })).toBe('a')
    expect(sectionInView([], { scrolled: 0, maxScroll: 0, top: 100, bottom: 900 })).toBeUndefined()
  })
})
