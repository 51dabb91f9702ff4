/**
 * The pages around `page` that get a button of their own: at most `most`, all of them real, `page` as near the middle
 * as it can be.
 */
export function pageWindow(page: number, totalPages: number, maxPages: number): number[] {
  const length = Math.min(maxPages, Math.max(totalPages, 1))
  const first = Math.max(1, Math.min(page - Math.floor(length / 2), totalPages - length + 1))
  return Array.from({ length }, (_, at) => first + at)
}
