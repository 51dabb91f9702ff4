/** Activity: what users read of both logs, their own and their projects'. */

import { hash } from 'node:crypto'
import type { Pagination } from '@envhold/contract/activity/activity.ts'
import * as contract from '@envhold/contract/activity/activity.ts'
import type { Db } from '../../db/connect.ts'
import { tagsIn } from '../../http/responses/entity-tag.ts'
import { verbWithResult } from '../../http/verb.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { readActivityMark } from '../usage/activity-rollup-store.ts'
import { activityLogsOf, apiUsageOf, projectActivityOf, projectView } from './activity-lists.ts'
import type { ActivityWorld, ShownList } from './activity-world.ts'
import { offsetOf, type PageRequest, paginationOf, rangeStart } from './pagination.ts'
import { readUsageMoment } from './usage-list-store.ts'

/** What the caller did, and what happened in the caller's projects. */
export const listActivityLogs = verbWithResult(
  contract.listActivityLogs,
  async (world: ActivityWorld, call) => {
    const { query, caller } = call
    const since = rangeStart(query.timeRange, world.clock())
    const page = await pageResponse(world, call, {
      identifiedBy: ['logs', caller.userId],
      since,
      open: () => activityLogsOf(world, caller.userId, { ...query, since }),
    })
    if (!page) return { status: 304 }
    const { entries, pagination, headers } = page
    return { json: { logs: [...entries], pagination }, headers }
  },
)

/** The calls made with the API keys of the caller's projects. */
export const listApiUsage = verbWithResult(contract.listApiUsage, async (world: ActivityWorld, call) => {
  const { query, caller } = call
  const since = rangeStart(query.timeRange, world.clock())
  const page = await pageResponse(world, call, {
    identifiedBy: ['usage', caller.userId],
    since,
    usageOf: caller.userId,
    open: () => apiUsageOf(world, caller.userId, { ...query, since }),
  })
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { logs: [...entries], pagination }, headers }
})

/** What happened in a project, limited to the environments that the caller sees. */
export const listProjectActivity = verbWithResult(
  contract.listProjectActivity,
  async (world: ActivityWorld, call) => {
    const { query, caller, params } = call
    const since = rangeStart(query.timeRange, world.clock())
    const access = await requireProject(world, caller, params.id, 'read')
    const view = projectView(access, query.category)
    const page = await pageResponse(world, call, {
      identifiedBy: ['project', caller.userId, view],
      since,
      open: async () => projectActivityOf(world, view, since),
    })
    if (!page) return { status: 304 }
    const { entries, pagination, headers } = page
    return { json: { activities: [...entries], pagination }, headers }
  },
)

interface Page<Shown> {
  readonly entries: readonly Shown[]
  readonly pagination: Pagination
  readonly headers: Record<string, string>
}

interface RequestedList<Row, Shown> {
  /** Everything besides the list's moment that determines the response: the caller and the query. */
  readonly identifiedBy: readonly unknown[]
  /** Unix time in milliseconds. */
  readonly since: number
  /** The account whose projects' calls the list contains; none for a list of activity. */
  readonly usageOf?: number
  readonly open: () => Promise<ShownList<Row, Shown>>
}

/**
 * One page of a list, with the total count.
 * @returns null when the caller already has it
 */
async function pageResponse<Row, Shown>(
  world: ActivityWorld,
  call: { readonly query: PageRequest; readonly ifNoneMatch: string | undefined },
  { identifiedBy, since, usageOf, open }: RequestedList<Row, Shown>,
): Promise<Page<Shown> | null> {
  const { query } = call
  const moment = await readMoment(world.db, listName(query, ...identifiedBy), usageOf)
  if (isKnown(call.ifNoneMatch, moment, since)) return null
  const { count, show } = await open()
  const counted = await count(world.memory)
  const rows = await counted.page({ offset: offsetOf(query), limit: query.limit })
  return {
    entries: await show(rows),
    pagination: paginationOf(query, counted.total),
    headers: { etag: listEtag(moment, counted.oldest) },
  }
}

/**
 * A page of activity is unchanged when its chain has not grown and no name was erased from it, and a page of calls when none of the projects' chains
 * has, no entry was erased and none has become too old for the range. Changes of names, access and keys append an
 * activity entry, so its head covers them too. Few numbers are therefore enough to detect a change, and the ETag
 * carries the rest. It is weak, because it identifies no bytes.
 */
interface ListMoment {
  /** The head of the activity, how often names were erased from it, the heads of the listed projects' usage, and how often entries were erased. */
  readonly at: string
  /** Identifies the list and its viewer. */
  readonly list: string
}

const anEtag = /^([\d.]{1,80})\/(\d{1,16})\/([\w-]{22})$/

/** Builds the name of a list from everything that determines its content. */
const listName = (...identifiedBy: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(identifiedBy), 'buffer').toString('base64url').slice(0, 22)

/** Read before the list, so that an entry appended in between makes the ETag older than the page, never newer. */
async function readMoment(db: Db, list: string, usageOf: number | undefined): Promise<ListMoment> {
  const usage = usageOf === undefined ? [] : await readUsageMoment(db, usageOf)
  // The mark is read first, so that an erasure in between makes the ETag older than the page.
  const { generation } = await readActivityMark(db)
  const activity = await readHead(db, 'activity')
  return { at: [activity.sequence, generation, ...usage].join('.'), list }
}

/** @param oldest when the oldest entry of the whole list was written; null for an empty list */
const listEtag = ({ at, list }: ListMoment, oldest: number | null): string =>
  `W/"${at}/${oldest ?? 0}/${list}"`

/** Whether the sender of this If-None-Match already has the page. @param since the start of the list */
function isKnown(ifNoneMatch: string | undefined, moment: ListMoment, since: number): boolean {
  return tagsIn(ifNoneMatch).some((tag) => {
    const [, at, oldest, list] = anEtag.exec(tag) ?? []
    if (at !== moment.at || list !== moment.list) return false
    return Number(oldest) === 0 || Number(oldest) >= since
  })
}
