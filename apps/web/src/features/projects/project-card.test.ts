import { expect, test } from 'vitest'
import { nextCard } from './project-card.tsx'

/** Three in a row, two below. */
const places = [0, 1, 2, 3, 4].map((index) => ({
  left: (index % 3) * 300,
  top: Math.floor(index / 3) * 176,
}))

test.each([
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', 3],
  [4, 'ArrowRight', undefined],
  [3, 'ArrowLeft', 2],
  [0, 'ArrowLeft', undefined],
  [1, 'ArrowDown', 4],
  [2, 'ArrowDown', 4],
  [4, 'ArrowDown', undefined],
  [4, 'ArrowUp', 1],
  [1, 'ArrowUp', undefined],
  [1, 'Enter', undefined],
  [-1, 'ArrowRight', undefined],
])('from %i, %s leads to %s', (at, key, expected) => {
  expect(nextCard(places, at, key)).toBe(expected)
})
