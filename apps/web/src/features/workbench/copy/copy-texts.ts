import { type NamedEnvironment, targetsText } from '../data/describe-changes.ts'

/** `Copy to staging and production`; a protected source is named, because it loses something. */
export function buttonText(
  isMove: boolean,
  source: NamedEnvironment,
  targets: readonly NamedEnvironment[],
): string {
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
