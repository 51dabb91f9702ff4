/** The activity as people read it: one line for one thing that was done. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { environmentColors } from '../environments/environments.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { activityFilters, activityTimeRanges, projectActivityCategories } from './activity.ts'
import { eventCategories } from './event-types.ts'

export const linesPageSize = 20
/** An account searches its activity this often in a minute. */
export const lineSearchesPerMinute = 120
/** More words are rejected. */
export const maxSearchTerms = 10

/** A piece of a line’s sentence. `key` is a variable’s name, `name` a person, an API key or the like. */
export const linePart = z
  .object({
    kind: z.enum(['text', 'key', 'environment', 'name']),
    text: z.string().max(1_000),
    /** Of an environment; null once it is deleted. */
    environment: z
      .object({ id: field.id, color: z.enum(environmentColors), protected: z.boolean() })
      .nullable(),
  })
  .meta({ id: 'ActivityLinePart' })
export type LinePart = z.output<typeof linePart>

const person = z.object({
  email: z.string().max(limits.emailLength),
  username: z.string().max(limits.nameLength),
})

export const activityLine = z
  .object({
    /** Identifies the line, also while entries join it. */
    id: field.id,
    /** The type of the entry that the line is about; the export has those of all its entries. */
    event_type: z.string().max(60),
    category: z.enum(eventCategories),
    severity: z.enum(['low', 'medium', 'high']),
    /** Whether its people only read or unlocked. */
    is_read: z.boolean(),
    sentence: z.array(linePart).max(1_000),
    /** The sentence and the note as plain text. */
    text: z.string().max(50_000),
    /** What followed from it, such as keys that were replaced. */
    note: z.string().max(1_000).nullable(),
    /** How many entries of the log the line stands for. */
    entries: field.count,
    /** When its first and its last entry were written. */
    started_at: field.time,
    created_at: field.time,
    project_id: field.id.nullable(),
    project_name: z.string().max(limits.nameLength).nullable(),
    /** Who did it; more than one only for reads. */
    people: z.array(person).max(200),
    ip_address: z.string().max(64).nullable(),
    /** The program it was done with, such as “Firefox on Linux”. */
    client: z.string().max(100).nullable(),
    /** The versions that it wrote, in the order of the sentence. */
    versions: z
      .array(z.object({ environment: z.string().max(limits.environmentNameLength), version: field.version }))
      .max(1_000),
  })
  .meta({ id: 'ActivityLine' })
export type ActivityLine = z.output<typeof activityLine>

const day = z.iso.date()
const lineQuery = z.object({
  timeRange: z.enum(activityTimeRanges).default('30d'),
  /** Days in UTC that narrow the time range; the last one is included. */
  from: day.optional(),
  to: day.optional(),
  /** Words that must all be found: in a key, a person’s name or e-mail address, or the text. Case is ignored. */
  search: field
    .text(200)
    .refine(
      (text) => text.trim().split(/\s+/).length <= maxSearchTerms,
      `Search for at most ${maxSearchTerms} words`,
    )
    .optional(),
  /** `next` of the page before. */
  before: z.coerce.number<string | number>().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number<string | number>().int().positive().max(100).default(linesPageSize),
})

const linePage = z
  .object({
    lines: z.array(activityLine).max(100),
    /** Pass as `before` for older lines; null at the end. */
    next: field.count.nullable(),
    /** How many entries the list has without the search. */
    total: field.count,
    /** How many entries match the search; null without one, or if there are too many to count. */
    found: field.count.nullable(),
    /** A search ended here before it had found a whole page, to bound its cost; `next` continues it. */
    searched_back_to: field.time.nullable(),
  })
  .meta({ id: 'ActivityLinePage' })
export type ActivityLinePage = z.output<typeof linePage>

export const listProjectActivityLines = endpoint('GET /projects/{id}/activity/lines', {
  name: 'listProjectActivityLines',
  tag: 'Activity',
  summary:
    'List what was done in a project, newest first, one line for each save, invitation or removal, in the words of the web app. Search finds keys, people and text. Collaborators see what concerns their environments and the whole project.',
  audience: 'user',
  permission: 'read_projects',
  conditional: 'read',
  params: z.object({ id: field.pathId }),
  query: lineQuery.extend({ category: z.enum(projectActivityCategories).default('all') }),
  output: linePage,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const listActivityLines = endpoint('GET /activity/lines', {
  name: 'listActivityLines',
  tag: 'Activity',
  summary:
    'List what the account did and what was done in its projects, newest first, one line for each save, invitation or removal. Search finds keys, people, projects and text.',
  audience: 'session',
  conditional: 'read',
  query: lineQuery.extend({ filter: z.enum(activityFilters).default('all') }),
  output: linePage,
  errors: ['RATE_LIMITED'],
})
