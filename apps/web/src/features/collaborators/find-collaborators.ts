import type { Collaborator } from '@envhold/contract/collaborators/collaborators.ts'

const minSearchable = 9

/** Whether the list is long enough for a search field. */
export const isLong = ({ length }: { readonly length: number }) => length >= minSearchable

/** Filters by username or e-mail address, case-insensitively. */
export function findCollaborators<T extends Pick<Collaborator, 'username' | 'email'>>(
  collaborators: readonly T[],
  search: string,
): readonly T[] {
  const term = search.trim().toLowerCase()
  return collaborators.filter(({ username, email }) =>
    [username ?? '', email].some((text) => text.toLowerCase().includes(term)),
  )
}
