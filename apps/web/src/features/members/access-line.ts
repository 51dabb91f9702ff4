import type { Environment } from '@envhold/contract/environments.ts'

type Named = Pick<Environment, 'id' | 'name'>

/** What somebody can see of a project, in words; the owner's empty list stands for everything. */
export function accessLine(
  role: 'owner' | 'write' | 'read',
  shared: readonly number[],
  environments: readonly Named[],
): string {
  if (role === 'owner') return 'All environments'
  const names = environments.filter(({ id }) => shared.includes(id)).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : 'No environments'
}

/** `1 environment`, `2 environments`. */
export const environmentsCounted = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'environment' : 'environments'}`
