import type { DbContext } from '../../../context.ts'
import { pauseWork } from '../../../db/charged-work.ts'
import { readHead } from '../../audit-log/chain-store.ts'
import type { RecordedUsage } from '../../audit-log/recorded-usage.ts'
import { readEntries } from '../usage-list-store.ts'
import {
  type ActivityFilter,
  type CallFilter,
  type CallPoint,
  endOfSearch,
  firstSequenceFrom,
  newestPlaces,
  newestPlacesOf,
  readNewestActivity,
  type StoredEvent,
  timeOfActivity,
  type UsageCursor,
} from './instance-list-store.ts'

/** A part of a log of the whole instance. */
export interface InstancePage<Entry> {
  /** The newest first. */
  readonly entries: readonly Entry[]
  /** Where the next part begins; null: nothing older matches. */
  readonly next: string | null
  /** How far the log was searched, if there is more to search and the page is not full. */
  readonly searchedTo: number | null
}

export interface WantedPage {
  readonly before?: string | undefined
  readonly limit: number
  /** How many entries of activity are searched at most, or how many packs of calls. */
  readonly searched?: number | undefined
}

/** So many entries are searched for a page: some ten milliseconds' work. */
const searchedEntries = 50_000

/** The newest entries of all chains that a filter leaves. */
export async function listActivityOfInstance(
  ctx: DbContext<'engine'>,
  filter: ActivityFilter,
  { before, limit, searched = searchedEntries }: WantedPage,
): Promise<InstancePage<StoredEvent>> {
  const { oldest, newest } = await rangeOf(ctx, filter, before)
  const { userIds, projectIds, beginnings } = filter
  if (newest < oldest || [userIds, projectIds, beginnings].some((ids) => ids?.length === 0))
    return { entries: [], next: null, searchedTo: null }
  const end = await endOfSearch(ctx.db, filter, { upTo: newest, limit: searched })
  const after = Math.max(end, oldest - 1)
  const rows = await readNewestActivity(ctx, filter, { after, upTo: newest, limit: limit + 1 })
  const entries = rows.slice(0, limit)
  if (rows.length > limit)
    return { entries, next: String(entries.at(-1)?.sequence ?? newest), searchedTo: null }
  if (after < oldest) return { entries, next: null, searchedTo: null }
  return { entries, next: String(after + 1), searchedTo: await timeOfActivity(ctx.db, after + 1) }
}

/** The first and the last entry that may match. */
async function rangeOf(
  { db }: DbContext<'engine'>,
  { from, until }: ActivityFilter,
  before: string | undefined,
) {
  const { sequence } = await readHead(db, 'activity')
  const head = Math.min(sequence, before === undefined ? sequence : Number(before) - 1)
  return {
    oldest: from === undefined ? 1 : await firstSequenceFrom(db, from, sequence),
    newest:
      until === undefined ? head : Math.min(head, (await firstSequenceFrom(db, until + 1, sequence)) - 1),
  }
}

/** What calls must have. */
interface UsageFilter extends CallFilter {
  /** Times in ms, both included. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly projectIds?: readonly number[] | undefined
  readonly keyIds?: readonly string[] | undefined
}

/** So many packs are looked at for a page, and so many calls are read: each some ten milliseconds' work. */
const searchedPacks = 4_096
const searchedCalls = 8_000
/** Without filters nearly every pack has a call of the page. */
const packsWithoutFilter = 256
const callsAtOnce = 1_000

const newest: CallPoint = {
  at: Number.MAX_SAFE_INTEGER,
  project: Number.MAX_SAFE_INTEGER,
  sequence: Number.MAX_SAFE_INTEGER,
}

const parsePoint = (text: string | undefined): CallPoint => {
  const [at, project, sequence] = (text ?? '').split('.').map(Number)
  return at !== undefined && project !== undefined && sequence !== undefined
    ? { at, project, sequence }
    : newest
}
const pointText = ({ at, project, sequence }: CallPoint) => [at, project, sequence].join('.')
const pointOf = ({ time, project, first }: UsageCursor): CallPoint => ({ at: time, project, sequence: first })
const pointOfCall = ({ at, projectId, sequence }: RecordedUsage): CallPoint => ({
  at,
  project: projectId,
  sequence,
})

const isBefore = (call: RecordedUsage, point: CallPoint) =>
  call.at !== point.at || call.projectId !== point.project || call.sequence < point.sequence

/** The newest calls with the API keys of all projects that a filter leaves. */
export async function listUsageOfInstance(
  ctx: DbContext<'engine'>,
  filter: UsageFilter,
  { before, limit, searched = searchedPacks }: WantedPage,
): Promise<InstancePage<RecordedUsage>> {
  const { projectIds, keyIds, from = 0, until = Number.MAX_SAFE_INTEGER } = filter
  if (projectIds?.length === 0 || keyIds?.length === 0) return { entries: [], next: null, searchedTo: null }
  const start = parsePoint(before)
  const isFiltered = [projectIds, keyIds, filter.statusGroup, filter.ip].some((value) => value !== undefined)
  const max = isFiltered ? searched : Math.max(packsWithoutFilter, limit + 1)
  const { statusGroup, ip } = filter
  const request = { before: start, from, until, limit: max, statusGroup, ip }
  const only = projectIds?.length === 1 ? projectIds[0] : undefined
  const places =
    only === undefined ? await newestPlaces(ctx, request) : await newestPlacesOf(ctx, only, request)
  const matches = (call: RecordedUsage) => isBefore(call, start) && isWanted(filter, call)
  const { matching, last } = await readMatching(ctx, { places, filter, matches, maxEntries: limit + 1 })
  const entries = matching.slice(0, limit)
  const end = entries.at(-1)
  if (matching.length > limit && end) return { entries, next: pointText(pointOfCall(end)), searchedTo: null }
  const isAll = last === places.at(-1) && places.length < max
  return isAll || !last
    ? { entries, next: null, searchedTo: null }
    : { entries, next: pointText(pointOf(last)), searchedTo: last.time }
}

const isWanted = ({ statusGroup, ip }: UsageFilter, call: RecordedUsage) =>
  (statusGroup === undefined || Math.floor(call.status / 100) === statusGroup) &&
  (ip === undefined || call.ip === ip)

interface ListRequest {
  readonly places: readonly UsageCursor[]
  readonly filter: UsageFilter
  readonly matches: (call: RecordedUsage) => boolean
  readonly maxEntries: number
}

/** Reads packs until there are enough calls, or too many were read. @returns also the last pack that was searched */
async function readMatching(ctx: DbContext<'engine'>, { places, filter, matches, maxEntries }: ListRequest) {
  const matching: RecordedUsage[] = []
  let last: UsageCursor | undefined
  let read = 0
  for (const group of groupsOf(places, filter)) {
    for (const calls of await readEntries(ctx, group.wanted)) matching.push(...calls.filter(matches))
    last = group.last
    read += group.calls
    if (matching.length >= maxEntries || read >= searchedCalls) break
    await pauseWork()
  }
  return { matching, last }
}

/** Consecutive packs, of which those that may match have about a thousand calls. */
function* groupsOf(places: readonly UsageCursor[], { projectIds, keyIds }: UsageFilter) {
  const projects = projectIds && new Set(projectIds)
  const keys = keyIds && new Set(keyIds)
  let cursors: UsageCursor[] = []
  let calls = 0
  for (const place of places) {
    const mayMatch =
      place.fits === 1 && (!projects || projects.has(place.project)) && (!keys || keys.has(place.key))
    if (mayMatch) {
      cursors.push(place)
      calls += place.last - place.first + 1
    }
    if (calls < callsAtOnce) continue
    yield { wanted: cursors, calls, last: place }
    cursors = []
    calls = 0
  }
  const last = places.at(-1)
  if (last) yield { wanted: cursors, calls, last }
}
