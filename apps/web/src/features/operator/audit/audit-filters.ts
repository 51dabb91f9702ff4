import { eventCategories, eventTypes } from '@envhold/contract/activity/event-types.ts'
import { auditLogs, filtersOf, severities, statusGroups } from '@envhold/contract/operator/audit.ts'
import { z } from 'zod'

const text = z.string().max(254).catch('')
const time = z.iso.datetime({ precision: 3 }).or(z.literal('')).catch('')
const typeNames = Object.keys(eventTypes) as [string, ...string[]]

/** The filters in the address. Where a page begins is called its page. */
export const filterSchema = z.object({
  page: z
    .string()
    .regex(/^\d{1,16}(\.\d{1,16}\.\d{1,16})?$/)
    .catch(''),
  log: z.enum(auditLogs).catch('activity'),
  user: text,
  account: text,
  project: text,
  key: text,
  ip: text,
  category: z.enum(['all', ...eventCategories]).catch('all'),
  type: z.enum(['all', ...typeNames]).catch('all'),
  severity: z.enum(['all', ...severities]).catch('all'),
  status: z.enum(['all', ...statusGroups]).catch('all'),
  from: time,
  to: time,
})
export type AuditFilters = z.output<typeof filterSchema>
export type ChangeFilters = (change: Partial<AuditFilters>) => void

const usual = filterSchema.parse({})

/** The filters that a log has, as the server expects them: what is not set is left out. */
export function queryOf({ page, log, ...filters }: AuditFilters) {
  const foreign = auditLogs.filter((otherLog) => otherLog !== log).flatMap((otherLog) => filtersOf[otherLog])
  const changed = Object.entries(filters).filter(
    ([name, value]) =>
      value !== usual[name as keyof typeof filters] && !foreign.some((filter) => filter === name),
  )
  return { log, ...Object.fromEntries(changed) }
}

/** What clears every filter, but not the log. */
export const cleared = ({ log }: Pick<AuditFilters, 'log'>): AuditFilters => ({ ...usual, log })

export const isFiltered = (filters: AuditFilters): boolean => Object.keys(queryOf(filters)).length > 1

const minuteMs = 60_000

/** A time as a field of the browser has it: its local minute. */
export function localMinute(time: string): string {
  if (time === '') return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}

/** The time that a field has; empty for none. */
export function timeOf(minute: string): string {
  const at = new Date(minute)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
