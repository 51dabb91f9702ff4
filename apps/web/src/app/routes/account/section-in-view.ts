interface Page {
  /** The scroll position, and its maximum. */
  readonly scrolled: number
  readonly maxScroll: number
  /** Where in the window reading starts and where it ends. */
  readonly top: number
  readonly bottom: number
}

/**
 * The section being read. The reading line moves down the window as the page scrolls, because the last sections never
 * reach the top of the window.
 * @param tops where each section begins, measured from the window's top
 */
export function sectionInView(
  tops: readonly (readonly [id: string, top: number])[],
  { scrolled, maxScroll, top, bottom }: Page,
): string | undefined {
  const eye = maxScroll <= 0 ? top : top + (scrolled / maxScroll) * (bottom - top)
  return (tops.findLast(([, begins]) => begins <= eye) ?? tops[0])?.[0]
}
