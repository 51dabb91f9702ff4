import type { Environment } from '@envhold/contract/environments.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const maxNamed = 3

type Named = Pick<Environment, 'name' | 'protected'>

export const countText = (count: number): string =>
  count === 1 ? '1 variable' : `${count.toLocaleString('en-US')} variables`

export const namesText = (names: readonly string[]): string => list.format(names)

/** The environments of a button: all by name if they are few, and always those that are protected. */
export function targetsText(targets: readonly Named[]): string {
  if (targets.length <= maxNamed) return namesText(targets.map(({ name }) => name))
  const named = targets.filter((each) => each.protected).map(({ name }) => name)
  return `${targets.length} environments${named.length > 0 ? `, with ${namesText(named)}` : ''}`
}

/** `Copy to staging and production`; a protected source is named, because it loses something. */
export function buttonText(isMove: boolean, source: Named, targets: readonly Named[]): string {
  const verb = isMove ? 'Move' : 'Copy'
  if (targets.length === 0) return verb
  const from = isMove && source.protected ? ` from ${source.name}` : ''
  return `${verb}${from} to ${targetsText(targets)}`
}

/** What one environment gets: `2 new, 1 with another value, 3 equal`. */
export function planText(plan: Readonly<Record<'added' | 'replaced' | 'same', readonly string[]>>): string {
  const parts = [
    [plan.added.length, 'new'],
    [plan.replaced.length, 'with another value'],
    [plan.same.length, 'equal'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
