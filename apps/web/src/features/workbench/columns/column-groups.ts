interface Named {
  readonly name: string
}

interface ColumnGroup<C> {
  /** With its separator: 'preview-'; undefined for a column on its own. */
  readonly prefix: string | undefined
  readonly columns: readonly C[]
}

/** Shorter lists are not folded. */
const foldedFrom = 12
/** Columns with the same first word. */
const minFolded = 3

const prefixOf = (name: string) => /^[^-_]+[-_]/.exec(name)?.[0]

/** Folds columns with the same first word, at the place of their first one, if there are many columns in all. */
export function foldColumns<C extends Named>(columns: readonly C[], isMany: boolean): ColumnGroup<C>[] {
  const byPrefix = isMany
    ? Map.groupBy(columns, ({ name }) => prefixOf(name))
    : new Map<string | undefined, C[]>()
  const groups: ColumnGroup<C>[] = []
  const folded = new Set<string>()
  for (const column of columns) {
    const prefix = prefixOf(column.name)
    const alike = prefix === undefined ? [] : (byPrefix.get(prefix) ?? [])
    if (prefix === undefined || alike.length < minFolded)
      groups.push({ prefix: undefined, columns: [column] })
    else if (!folded.has(prefix)) {
      folded.add(prefix)
      groups.push({ prefix, columns: alike })
    }
  }
  return groups
}

export const isManyColumns = (count: number): boolean => count >= foldedFrom

/** At most four characters for the head of a compact column: of the last word, which tells it from its siblings. */
export function shortName(name: string): string {
  const last = name.split(/[-_]/).findLast(Boolean) ?? name
  return /^\d+$/.test(last) ? last.slice(-4) : last.slice(0, 4)
}
