import type { Environment } from '@envhold/contract/environments/environments.ts'

type NamedEnvironment = Pick<Environment, 'id' | 'name'>

/**
 * Describes which environments a collaborator can read; an owner's empty list means all. Collaborators do not see
 * environments that they do not share, so for them an empty list says less.
 */
export function accessText(
  role: 'owner' | 'write' | 'read',
  shared: readonly number[],
  environments: readonly NamedEnvironment[],
  readerIsOwner = true,
): string {
  if (role === 'owner') return 'All environments'
  const names = environments.filter(({ id }) => shared.includes(id)).map(({ name }) => name)
  if (names.length > 0) return names.join(', ')
  return readerIsOwner ? 'No environments' : 'No environments that you share'
}
