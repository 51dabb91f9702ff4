/** A text as a field of the browser shows it: with one kind of line break. */
export const asShown = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** The bytes behind what a field shows: the first of `sources` that looks the same, or the shown text itself. */
export const exactText = (shown: string, sources: readonly string[]): string =>
  sources.find((source) => asShown(source) === shown) ?? shown
