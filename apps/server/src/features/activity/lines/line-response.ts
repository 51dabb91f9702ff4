import type { ActivityTimeRange } from '@envhold/contract/activity/activity.ts'
import {
  type ActivityLine,
  type ActivityLinePage,
  lineSearchesPerMinute,
} from '@envhold/contract/activity/activity-lines.ts'
import { categoryOf, isEventType, projectEventNames } from '@envhold/contract/activity/event-types.ts'
import { charged, pauseWork } from '../../../db/charged-work.ts'
import type { UserCaller } from '../../../http/caller.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { type EnvironmentRow, listEnvironmentsById } from '../../environments/environment-store.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { namesOfUsers } from '../../users/user-store.ts'
import type { ActivityView } from '../activity-list-store.ts'
import { findWords, type ReadProjectNames } from '../activity-lists.ts'
import type { ActivityContext, ActivityWorld } from '../activity-world.ts'
import { idsOf } from '../instance-wide/show-entries.ts'
import { isKnown, listEtag, listName, readMoment } from '../list-moment.ts'
import { rangeStart } from '../pagination.ts'
import { contains, searchTerms } from '../search-terms.ts'
import { describeLine } from './describe-line.ts'
import { readKeysOfLines } from './keys-of-lines.ts'
import { readLinePage } from './line-page.ts'
import { environmentPart, type Names } from './line-parts.ts'
import { type EntryOfLine, endOfTime, readLines } from './line-store.ts'

interface LineQuery {
  readonly timeRange: ActivityTimeRange
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: string | undefined
  readonly before?: number | undefined
  readonly limit: number
}

interface LineCall {
  readonly caller: UserCaller
  readonly query: LineQuery
  readonly ifNoneMatch: string | undefined
}

/** What a list of lines contains, and what its sentences may name. */
interface LineList {
  readonly view: ActivityView
  readonly projectNames: ReadProjectNames
  readonly withProject: boolean
  /** Whether the caller may see an environment as it is today. */
  readonly isVisible: (environment: EnvironmentRow) => boolean
}

interface LinesResult {
  readonly json: ActivityLinePage
  readonly headers: Record<string, string>
}

const rule = { kind: 'activity-search', limit: lineSearchesPerMinute, windowMs: 60_000 }

/** One page of lines; 304 when the caller already has it. @throws AppError RATE_LIMITED for too many searches */
export async function linePageResponse(
  world: ActivityWorld,
  { caller, query, ifNoneMatch }: LineCall,
  list: LineList,
): Promise<LinesResult | { readonly status: 304 }> {
  const { since, until } = timesOf(query, world.clock())
  const moment = await readMoment(world.db, listName('lines', caller.userId, list.view, query))
  if (isKnown(ifNoneMatch, moment, since)) return { status: 304 }
  const terms = searchTerms(query.search)
  if (terms.length > 0) await requireRateLimit(world, rule, String(caller.userId))
  const { view, projectNames, withProject } = list
  const words = await findWords(world, {
    view,
    since,
    projectNames: withProject ? projectNames : undefined,
    search: query.search,
  })
  const page = await readLinePage(
    world,
    { view, since, until, words },
    { before: query.before, limit: query.limit },
  )
  const { next, total, found, searchedBackTo } = page
  const lines = await showLines(world, list, page.lines, (key) => terms.some((term) => contains(term, key)))
  const searched_back_to = searchedBackTo === null ? null : wireTime(searchedBackTo)
  return {
    json: { lines, next, total, found, searched_back_to },
    headers: { etag: listEtag(moment, page.oldest) },
  }
}

const dayMs = 24 * 3_600_000

/** The first moment of a list, and the first after it. */
function timesOf({ timeRange, from, to }: LineQuery, now: number) {
  return {
    since: Math.max(rangeStart(timeRange, now), from === undefined ? 0 : Date.parse(from)),
    until: to === undefined ? endOfTime : Date.parse(to) + dayMs,
  }
}

/** Lines in their wire form, in the given order. */
async function showLines(
  ctx: ActivityContext,
  list: LineList,
  ids: readonly number[],
  isFound: (key: string) => boolean,
): Promise<ActivityLine[]> {
  const entries = ids.length === 0 ? [] : await readLines(ctx, list.view, ids)
  const environments = await listEnvironmentsById(
    ctx,
    idsOf(entries, ({ environment_id }) => environment_id),
  )
  const users = await namesOfUsers(
    ctx.db,
    idsOf(entries, ({ user_id }) => user_id),
  )
  const names = {
    environments: new Map(environments.filter(list.isVisible).map((row) => [row.id, row])),
    users,
    projects: await list.projectNames(idsOf(entries, ({ project_id }) => project_id)),
    keys: await readKeysOfLines(ctx, entries),
    isFound,
    withProject: list.withProject,
  }
  const byLine = Map.groupBy(entries, ({ line }) => line)
  const lines: ActivityLine[] = []
  for (const id of ids) {
    const [first, ...rest] = byLine.get(id) ?? []
    if (first) lines.push(charged(() => showLine(id, [first, ...rest], names)))
    await pauseWork()
  }
  return lines
}

function showLine(id: number, entries: [EntryOfLine, ...EntryOfLine[]], names: Names): ActivityLine {
  const { main, isRead, sentence, note, written } = describeLine(entries, names)
  const people = isRead ? idsOf(entries, ({ user_id }) => user_id) : idsOf([main], ({ user_id }) => user_id)
  const severity = (['high', 'medium'] as const).find((each) =>
    entries.some((entry) => entry.severity === each),
  )
  const type = main.event_type
  return {
    id,
    event_type: (!names.withProject && isEventType(type) && projectEventNames[type]) || type,
    category: categoryOf(type),
    severity: severity ?? 'low',
    is_read: isRead,
    sentence: [...sentence],
    text: `${sentence.map(({ text }) => text).join('')}${note === null ? '' : ` · ${note}`}`,
    note,
    entries: entries.length,
    started_at: wireTime(entries[0].at),
    created_at: wireTime((entries.at(-1) ?? main).at),
    project_id: main.project_id,
    project_name: names.projects.get(main.project_id ?? 0) ?? null,
    people: people.flatMap((user) => names.users.get(user) ?? []),
    ip_address: main.ip,
    client: main.client || null,
    versions: written.map((entry) => ({
      environment: environmentPart(entry, names).text,
      version: entry.version,
    })),
  }
}
