import type { Collaborator } from '@envhold/contract/collaborators.ts'

const minSearchable = 9

/** Whether there are more people than one takes in at a glance. */
export const isLong = ({ length }: { readonly length: number }) => length >= minSearchable

/** Those whose username or address holds what was typed, whatever its case. */
export function findCollaborators<T extends Pick<Collaborator, 'username' | 'email'>>(
  collaborators: readonly T[],
  search: string,
): readonly T[] {
  const term = search.trim().toLowerCase()
  return collaborators.filter(({ username, email }) =>
    [username ?? '', email].some((text) => text.toLowerCase().includes(term)),
  )
}
