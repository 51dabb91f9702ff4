interface Place {
  readonly left: number
  readonly top: number
}

/** Which card an arrow leads to, by where they lie: none beyond the first and the last, and none for other keys. */
export function nextCard(places: readonly Place[], at: number, key: string): number | undefined {
  const here = places[at]
  if (!here) return undefined
  if (key === 'ArrowRight') return at + 1 < places.length ? at + 1 : undefined
  if (key === 'ArrowLeft') return at > 0 ? at - 1 : undefined
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const isBeyond = ({ top }: Place) => (key === 'ArrowDown' ? top > here.top : top < here.top)
  const distance = ({ left, top }: Place) => Math.abs(top - here.top) * 1_000 + Math.abs(left - here.left)
  return places
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => isBeyond(place))
    .toSorted((one, other) => distance(one.place) - distance(other.place))[0]?.index
}
