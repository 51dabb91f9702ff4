import type { VersionSummary } from '@envhold/contract/variables/versions.ts'

const shownNames = 6

/** `+ADDED ~CHANGED -REMOVED`, the first few. */
export const changesOf = ({ added, changed, removed }: VersionSummary): string => {
  const names = [
    ...added.map((key) => `+${key}`),
    ...changed.map((key) => `~${key}`),
    ...removed.map((key) => `-${key}`),
  ]
  const more = names.length - shownNames
  return `${names.slice(0, shownNames).join(' ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const authorOf = ({ author }: Pick<VersionSummary, 'author'>): string => {
  const name = author.username ?? 'a former user'
  return author.token_name ? `${name} (${author.token_name})` : name
}
