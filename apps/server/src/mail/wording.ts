import type { CollaboratorRole } from '@envhold/contract/collaborators/collaborators.ts'
import { may } from '@envhold/contract/projects/roles.ts'

// Made when a mail is written, and not before: the tables of a language take megabytes.
const format = (at: number, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(at)

export const dayOf = (at: number): string => format(at, { dateStyle: 'long' })

/** A time, exact to the minute, in UTC: the reader may be anywhere. */
export const momentOf = (at: number): string => `${dayOf(at)}, ${format(at, { timeStyle: 'short' })} UTC`

/** Money from the currency's smallest unit, such as `$5.00`; yen have no smaller unit, dinars have three digits. */
export function moneyOf(amount: number, currency: string): string {
  const style = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return style.format(amount / 10 ** (style.resolvedOptions().maximumFractionDigits ?? 2))
}

const counted = (count: number, noun: string, nouns: string) => `${count} ${count === 1 ? noun : nouns}`

export const projectsOf = (count: number): string => counted(count, 'project', 'projects')
export const peopleOf = (count: number): string => counted(count, 'person', 'people')
export const daysOf = (count: number): string => counted(count, 'day', 'days')

export const environmentsOf = (count: number): string =>
  count === 1 ? '1 environment' : `${count} environments`

export const rightsOf = (role: CollaboratorRole): string => (may(role, 'write') ? 'read and change' : 'read')

/** The rows that say when, from where and with what something was done. */
export const requestDetailsOf = (of: {
  readonly when: number
  readonly device: string
  readonly ip: string
}): (readonly [string, string])[] => [
  ['When', momentOf(of.when)],
  ['Browser or program', of.device],
  ['IP address', of.ip || 'unknown'],
]
