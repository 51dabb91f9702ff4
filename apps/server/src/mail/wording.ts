const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

export const dayOf = (at: number): string => date.format(at)

/** A moment, exact to the minute: whoever reads it may be anywhere. */
export const momentOf = (at: number): string => `${date.format(at)}, ${clock.format(at)} UTC`

export const environmentsOf = (count: number): string =>
  count === 1 ? '1 environment' : `${count} environments`

export const rightsOf = (role: 'read' | 'write'): string => (role === 'write' ? 'read and change' : 'read')

/** The rows that say when, from where and with what something was done. */
export const circumstancesOf = (of: {
  readonly when: number
  readonly device: string
  readonly ip: string
}): (readonly [string, string])[] => [
  ['When', momentOf(of.when)],
  ['With', of.device],
  ['From', of.ip || 'an unknown address'],
]
