interface Page {
  /** How far it is scrolled, of how far it can be. */
  readonly scrolled: number
  readonly maxScroll: number
  /** Where in the window the first thing stands that is read, and where the last. */
  readonly top: number
  readonly bottom: number
}

/**
 * The section that is read. The eye goes down the window as the page goes up, so that the last sections, which never
 * come to the window's top, have their turn too.
 * @param tops where each section begins, measured from the window's top
 */
export function sectionInView(
  tops: readonly (readonly [id: string, top: number])[],
  { scrolled, maxScroll, top, bottom }: Page,
): string | undefined {
  const eye = maxScroll <= 0 ? top : top + (scrolled / maxScroll) * (bottom - top)
  return (tops.findLast(([, begins]) => begins <= eye) ?? tops[0])?.[0]
}
