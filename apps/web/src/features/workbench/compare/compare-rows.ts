export const sides = ['different', 'only_left', 'only_right', 'same'] as const
export type Side = (typeof sides)[number]

export interface ComparedRow {
  readonly key: string
  readonly side: Side
}

export type Compared = Readonly<Record<Side, readonly string[]>>

/** One row for each key of either environment, sorted by key, filtered by side and search. */
export function compareRows(compared: Compared, side: Side | 'all', search: string): ComparedRow[] {
  const wanted = search.trim().toLowerCase()
  return sides
    .filter((one) => side === 'all' || one === side)
    .flatMap((one) => compared[one].map((key) => ({ key, side: one })))
    .filter(({ key }) => key.toLowerCase().includes(wanted))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}
