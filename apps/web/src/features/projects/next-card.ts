interface CardPosition {
  readonly left: number
  readonly top: number
}

/** The card that an arrow key moves to, by position; none past the ends, and none for other keys. */
export function nextCard(positions: readonly CardPosition[], at: number, key: string): number | undefined {
  const here = positions[at]
  if (!here) return undefined
  if (key === 'ArrowRight') return at + 1 < positions.length ? at + 1 : undefined
  if (key === 'ArrowLeft') return at > 0 ? at - 1 : undefined
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const isInDirection = ({ top }: CardPosition) => (key === 'ArrowDown' ? top > here.top : top < here.top)
  const distance = ({ left, top }: CardPosition) =>
    Math.abs(top - here.top) * 1_000 + Math.abs(left - here.left)
  return positions
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => isInDirection(place))
    .toSorted((one, other) => distance(one.place) - distance(other.place))[0]?.index
}
