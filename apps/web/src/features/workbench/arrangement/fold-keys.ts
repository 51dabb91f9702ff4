/** A row: a variable, or the first words that several variables share. */
export type KeyOrPrefix =
  | { readonly kind: 'key'; readonly key: string; readonly prefix: string }
  | {
      readonly kind: 'prefix'
      readonly prefix: string
      readonly keys: readonly string[]
      readonly isFolded: boolean
    }

const minFolded = 3
/** A larger group is split by the next word. */
const maxFolded = 12

interface PrefixGroup {
  /** With its separator; empty for a name on its own. */
  readonly prefix: string
  readonly names: readonly string[]
}

/** The first words of a name, up to a separator after `from`; empty if it has no further word. */
const wordsAfter = (name: string, from: number) => {
  const length = name.slice(from + 1).search(/[-_]/)
  const end = from + 1 + length
  return length < 0 || end === name.length - 1 ? '' : name.slice(0, end + 1)
}

/**
 * Groups names by the words that at least three share: as many words as all of a group have, and more of them where
 * the group has more than twelve names. A group is at the place of its first name.
 */
export function groupByPrefix(names: readonly string[], from = 0): PrefixGroup[] {
  const byPrefix = Map.groupBy(names, (name) => wordsAfter(name, from))
  const done = new Set<string>()
  return names.flatMap((name) => {
    const prefix = wordsAfter(name, from)
    const alike = byPrefix.get(prefix) ?? []
    if (prefix === '' || alike.length < minFolded) return [{ prefix: '', names: [name] }]
    if (done.has(prefix)) return []
    done.add(prefix)
    return splitGroup(prefix, alike)
  })
}

/** Names with a common prefix: those that share no longer one stay together, and come first. */
function splitGroup(prefix: string, names: readonly string[]): PrefixGroup[] {
  const longer = wordsAfter(names[0] ?? '', prefix.length)
  if (longer !== '' && names.every((name) => wordsAfter(name, prefix.length) === longer))
    return splitGroup(longer, names)
  const whole = { prefix, names }
  if (names.length <= maxFolded) return [whole]
  const parts = groupByPrefix(names, prefix.length)
  const rest = parts.filter((part) => part.prefix === '')
  if (rest.length === names.length) return [whole]
  const own = rest.length < minFolded ? rest : [{ prefix, names: rest.flatMap((part) => part.names) }]
  return [...own, ...parts.filter((part) => part.prefix !== '')]
}

/** One row for each key, without prefixes. */
export const flatRows = (keys: readonly string[]): KeyOrPrefix[] =>
  keys.map((key) => ({ kind: 'key', key, prefix: '' }))

/** Rows of sorted keys, and one for each prefix that they share. */
export function foldRows(keys: readonly string[], folded: ReadonlySet<string>): KeyOrPrefix[] {
  return groupByPrefix(keys).flatMap(({ prefix, names }): KeyOrPrefix[] => {
    const rows = names.map((key) => ({ kind: 'key' as const, key, prefix }))
    if (prefix === '') return rows
    const isFolded = folded.has(prefix)
    return [{ kind: 'prefix', prefix, keys: names, isFolded }, ...(isFolded ? [] : rows)]
  })
}

/** The folded prefixes after a prefix is folded or unfolded; `others` do likewise. */
export function toggledFold(
  folded: ReadonlySet<string>,
  prefix: string,
  others: readonly string[] = [],
): ReadonlySet<string> {
  const changed = [prefix, ...others]
  return folded.has(prefix)
    ? new Set([...folded].filter((each) => !changed.includes(each)))
    : new Set([...folded, ...changed])
}

export const prefixesOf = (rows: readonly KeyOrPrefix[]): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'prefix' ? [row.prefix] : []))

/** The variables that a row stands for. */
export const keysOfRow = (row: KeyOrPrefix | undefined): readonly string[] => {
  if (!row) return []
  return row.kind === 'key' ? [row.key] : row.keys
}

/** Where a key is shown, or its prefix if that is folded; -1 if nowhere. */
export const rowIndexOf = (rows: readonly KeyOrPrefix[], key: string) =>
  rows.findIndex((row) => (row.kind === 'key' ? row.key === key : row.isFolded && row.keys.includes(key)))

/** What ← and → do on a row: fold or unfold a prefix, or lead from a variable to its prefix. */
export function arrowOnFold(
  rows: readonly KeyOrPrefix[],
  at: number,
  key: string,
): { kind: 'fold'; prefix: string } | { kind: 'focus'; row: number } | undefined {
  const row = rows[at]
  if (!row || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined
  const isRight = key === 'ArrowRight'
  if (row.kind === 'prefix')
    return row.isFolded === isRight ? { kind: 'fold', prefix: row.prefix } : { kind: 'focus', row: at }
  if (row.prefix === '' || isRight) return undefined
  return {
    kind: 'focus',
    row: rows.findIndex((each) => each.kind === 'prefix' && each.prefix === row.prefix),
  }
}
