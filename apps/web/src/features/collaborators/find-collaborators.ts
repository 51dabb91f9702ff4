import type { Collaborator } from '@envhold/contract/collaborators.ts'

const longFrom = 9

/** Whether there are more people than one takes in at a glance. */
export const isLong = ({ length }: { readonly length: number }) => length >= longFrom

/** Those whose username or address holds what was typed, whatever its case. */
export function foundMembers<T extends Pick<Collaborator, 'username' | 'email'>>(
  members: readonly T[],
  search: string,
): readonly T[] {
  const wanted = search.trim().toLowerCase()
  return members.filter(({ username, email }) =>
    [username ?? '', email].some((text) => text.toLowerCase().includes(wanted)),
  )
}
