import type { Environment } from '@envhold/contract/environments.ts'

type NamedEnvironment = Pick<Environment, 'id' | 'name'>

/**
 * What somebody can see of a project, in words; the owner's empty list stands for everything. Members are not told of
 * environments that they do not share themselves, so that to them an empty list says less.
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

/** `1 environment`, `2 environments`. */
export const environmentCount = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'environment' : 'environments'}`
