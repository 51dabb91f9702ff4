import { groupByPrefix } from './fold-keys.ts'

/** Shorter lists are not folded. */
const foldedFrom = 12

/** Folds columns with the same first words, at the place of their first one, if there are many columns in all. */
export const foldColumns = <C extends { readonly name: string }>(columns: readonly C[], isMany: boolean) => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const groups = isMany
    ? groupByPrefix(columns.map(({ name }) => name))
    : columns.map(({ name }) => ({ prefix: '', names: [name] }))
  return groups.map(({ prefix, names }) => ({
    prefix: prefix === '' ? undefined : prefix,
    columns: names.flatMap((name) => byName.get(name) ?? []),
  }))
}

export const isManyColumns = (count: number): boolean => count >= foldedFrom

/** At most four characters for the head of a compact column: of the last word, which tells it from its siblings. */
export function shortName(name: string): string {
  const last = name.split(/[-_]/).findLast(Boolean) ?? name
  return /^\d+$/.test(last) ? last.slice(-4) : last.slice(0, 4)
}
