/** A row: a variable, or the first word that several variables share. */
export type KeyOrPrefix =
  | { readonly kind: 'key'; readonly key: string; readonly prefix: string }
  | {
      readonly kind: 'prefix'
      readonly prefix: string
      readonly keys: readonly string[]
      readonly isFolded: boolean
    }

const minFolded = 3

/** `AWS_` of `AWS_REGION`; empty if there is no second word. */
const firstWord = (key: string) => {
  const end = key.indexOf('_', 1)
  return end < 0 || end === key.length - 1 ? '' : key.slice(0, end + 1)
}

/** One row for each key, without prefixes. */
export const flatRows = (keys: readonly string[]): KeyOrPrefix[] =>
  keys.map((key) => ({ kind: 'key', key, prefix: '' }))

/** Rows of keys that are sorted, so that those with the same first word follow each other; it gets a row from three keys. */
export function foldRows(keys: readonly string[], folded: ReadonlySet<string>): KeyOrPrefix[] {
  const groups = new Map<string, string[]>()
  for (const key of keys) {
    const prefix = firstWord(key)
    const group = groups.get(prefix)
    if (group) group.push(key)
    else groups.set(prefix, [key])
  }
  const rows: KeyOrPrefix[] = []
  let current = ''
  for (const key of keys) {
    const prefix = firstWord(key)
    const group = groups.get(prefix) ?? []
    if (prefix === '' || group.length < minFolded) {
      rows.push({ kind: 'key', key, prefix: '' })
      continue
    }
    const isFolded = folded.has(prefix)
    if (prefix !== current) rows.push({ kind: 'prefix', prefix, keys: group, isFolded })
    current = prefix
    if (!isFolded) rows.push({ kind: 'key', key, prefix })
  }
  return rows
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
