import { AsyncLocalStorage } from 'node:async_hooks'
import { isTimeZone } from '@envhold/contract/accounts/time-zone.ts'
import type { CollaboratorRole } from '@envhold/contract/collaborators/collaborators.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { may } from '@envhold/contract/projects/projects.ts'
import type { Line } from './mail-body.ts'

/** The time zone of the reader of the mail that is being written. */
const readerZone = new AsyncLocalStorage<string>()

/** Writes the dates of a mail in a time zone: of its reader, or UTC if that is not known. */
export const inTimeZone = <T>(zone: string | null, write: () => T): T =>
  readerZone.run(zone !== null && isTimeZone(zone) ? zone : 'UTC', write)

// Made when a mail is written, and not before: the tables of a language take megabytes.
const format = (at: number, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...style, timeZone: readerZone.getStore() ?? 'UTC' }).format(at)

/** 'Dec 22, 2026', as in the web app (ui/text/format.ts). */
export const dayOf = (at: number): string => format(at, { dateStyle: 'medium' })

/** A day of the calendar, which is stored as its beginning in UTC: the same for every reader. */
export const calendarDayOf = (at: number): string => inTimeZone(null, () => dayOf(at))

const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const

/** 'Dec 22, 2026, 16:00 GMT+1': exact to the minute, with its time zone. */
export const momentOf = (at: number): string => `${dayOf(at)}, ${format(at, clockTime)}`

/** Money from the currency's smallest unit, such as `$5.00`; yen have no smaller unit, dinars have three digits. */
export function moneyOf(amount: number, currency: string): string {
  const style = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return style.format(amount / 10 ** (style.resolvedOptions().maximumFractionDigits ?? 2))
}

export const projectsOf = (count: number): string => formatCount(count, 'project')
export const peopleOf = (count: number): string => formatCount(count, 'person', 'people')
export const daysOf = (count: number): string => formatCount(count, 'day')

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

/** As many names as a mail shows. */
export const maxNames = 20

export interface BoundNames {
  readonly names: readonly string[]
  /** How many others there are. */
  readonly more: number
}

export const boundNames = (all: readonly string[]): BoundNames => ({
  names: all.slice(0, maxNames),
  more: Math.max(0, all.length - maxNames),
})

interface NamedProjects {
  readonly projects: readonly string[]
  readonly moreProjects: number
}

/** The projects of two mails as those of one. */
export function joinProjects(waiting: NamedProjects, added: NamedProjects) {
  const { names, more } = boundNames([...waiting.projects, ...added.projects])
  return { projects: names, moreProjects: waiting.moreProjects + added.moreProjects + more }
}

/** The names as part of a sentence: `a, b and 3 more`. */
export function nameList(names: readonly string[], more: number): Line {
  const parts: Line[number][] = names.map((name) => ({ name }))
  const all = more > 0 ? [...parts, `${more} more`] : parts
  return all.flatMap((part, index) => {
    if (index === 0) return [part]
    return [index === all.length - 1 ? ' and ' : ', ', part]
  })
}

const maxLength = 60
const maxUnits = 240

/** Invisible marks that change how the text around them is displayed; the joiners inside emoji and words stay. */
const misleading = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
const piled = /(\p{M}{3})\p{M}+/gu

/** Created on demand, for long names only: its tables take megabytes. */
const lettersOf = (line: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)].map(({ segment }) => segment)

/** Text as one line that is safe in a mail: no line breaks, no control characters. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(misleading, ' ')
    .replace(piled, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A name chosen by a user, as one line that is safe in a mail: no line breaks, no control characters, truncated if
 * long.
 */
export function cleanName(name: string): string {
  const line = cleanText(name)
  if (line === '') return 'unnamed'
  if (line.length <= maxLength) return line
  const kept = lettersOf(line)
  if (kept.length <= maxLength && line.length <= maxUnits) return line
  while (kept.length >= maxLength || kept.join('').length >= maxUnits) kept.pop()
  return `${kept.join('').trimEnd()}…`
}
