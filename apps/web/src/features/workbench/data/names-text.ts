import type { Environment } from '@envhold/contract/environments/environments.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const maxNamed = 3

export type NamedEnvironment = Pick<Environment, 'name' | 'protected'>

/** `qa, staging and production`. */
export const namesText = (names: readonly string[]): string => list.format(names)

/** The environments of a button: all by name if they are few, and always those that are protected. */
export function targetsText(targets: readonly NamedEnvironment[]): string {
  if (targets.length <= maxNamed) return namesText(targets.map(({ name }) => name))
  const named = targets.filter((each) => each.protected).map(({ name }) => name)
  return `${targets.length} environments${named.length > 0 ? `, with ${namesText(named)}` : ''}`
}
