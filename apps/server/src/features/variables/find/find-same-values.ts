import * as contract from '@envhold/contract/variables/find.ts'
import type { Steps } from '@envhold/formats/steps.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { AppError, fieldError, notFound } from '../../../app-error.ts'
import { chargeSteps, pauseWork } from '../../../db/charged-work.ts'
import type { Call } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { reportTampering } from '../../audit-log/activity-recorder.ts'
import { type EnvironmentRow, environmentsByProject } from '../../environments/environment-store.ts'
import { newestBytes } from '../../environments/version-size-store.ts'
import type { VaultWorld } from '../../keyring/keyring.ts'
import { MissingGrantError } from '../../keyring/open-environment-key.ts'
import { unlock } from '../../keyring/unlock.ts'
import { listAccess, type ProjectAccess, sees } from '../../projects/project-access.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { type OpenedForSearch, openForReading, type Reader, revealForSearch } from '../open-for-reading.ts'
import { retryMoved } from '../open-version.ts'
import { Found, type Match } from './found.ts'
import { WantedValues } from './wanted-values.ts'

type SearchCall = Call<typeof contract.findSameValues>

/**
 * Finds the variables with the same value. Values are compared by digests under a key of this call; neither the values
 * nor the digests leave it.
 */
export const findSameValues = verb(contract.findSameValues, async (world: VaultWorld, call) => {
  const { caller, origin } = call
  requireOneKind(call)
  const holder = await unlock(world, call)
  const reader = { holder, caller, origin }
  const searched = await listSearched(world, call)
  await countSearch(world, caller.userId, searched.size)
  const searchFor = await readWanted(world, reader, call)
  const accesses = new Map(Array.from(searched.keys(), (access) => [access.project.id, access]))
  const matches = new Found(accesses, { limit: contract.maxFound })
  const counts = { searched: 0, unsearched: 0 }
  const projects = [...searched.values()]
  for (let at = 0; at < projects.length && !origin.signal?.aborted; at += projectsTogether)
    await Promise.all(
      projects.slice(at, at + projectsTogether).map(async (rows) => {
        const opened = await openAll(world, reader, rows)
        counts.searched += opened.length
        counts.unsearched += rows.length - opened.length
        for (const { environment, variables } of await revealForSearch(world, reader, opened)) {
          await chargeSteps(search(matches, searchFor, environment, variables))
        }
      }),
    )
  const { best, total, projects: inProjects } = matches.sorted()
  return {
    matches: best.map(({ rank: _, ...one }) => one),
    total,
    projects: inProjects,
    ...counts,
  }
})

const projectsTogether = 4

function* search(
  matches: Found,
  searchFor: WantedValues,
  row: EnvironmentRow,
  variables: Variables,
): Steps<void> {
  const same: Match[] = []
  for (const [key, { value }] of variables) {
    for (const same_as of searchFor.keysOf(value))
      if (!searchFor.isFrom(row.id, key, same_as)) same.push({ key, same_as })
  }
  yield* matches.addAll(row, same)
}

/** @throws AppError VALIDATION_FAILED */
function requireOneKind({ body }: Pick<SearchCall, 'body'>): void {
  const { value, environment_id, keys, version } = body
  const isByValue = value !== undefined
  const isByKeys = environment_id !== undefined && keys !== undefined
  const isMixed = isByValue && [environment_id, keys, version].some((each) => each !== undefined)
  if (isByValue !== isByKeys && !isMixed) return
  throw fieldError('value', 'Pass either value, or environment_id with keys')
}

/**
 * The environments to search, by project.
 * @throws AppError LIMIT_REACHED when they are too many or too large for one search
 */
async function listSearched(
  world: VaultWorld,
  { caller, body }: SearchCall,
): Promise<ReadonlyMap<ProjectAccess, readonly EnvironmentRow[]>> {
  const only = body.projects && new Set(body.projects)
  const accesses = (await listAccess(world, caller.userId)).filter(
    ({ project }) => only?.has(project.id) ?? true,
  )
  const byProject = await environmentsByProject(
    world,
    accesses.map(({ project }) => project.id),
  )
  const searched = new Map<ProjectAccess, readonly EnvironmentRow[]>()
  for (const access of accesses) {
    const rows = byProject
      .get(access.project.id)
      ?.filter(({ id, version }) => version > 0 && sees(access, id))
    if (rows?.length) searched.set(access, rows)
  }
  const ids = [...searched.values()].flatMap((rows) => rows.map(({ id }) => id))
  const { environments, bytes } = contract.valueSearch
  if (ids.length > environments)
    throw tooLarge(`You can read ${ids.length} environments. One search opens ${environments} at most.`)
  if ((await newestBytes(world, ids)) > bytes)
    throw tooLarge(
      `What you can read is too large for one search, which opens ${bytes / 2 ** 20} MiB at most.`,
    )
  return searched
}

const tooLarge = (why: string) =>
  new AppError('LIMIT_REACHED', {
    message: `${why} Choose the projects to search: envhold find --in PROJECT.`,
  })

/** Every search adds an entry to each project, and an account that adds too many can read nothing for an hour. */
const entriesPerHour = 2_400

/** @throws AppError RATE_LIMITED */
async function countSearch(world: VaultWorld, userId: number, projects: number): Promise<void> {
  const byEntries = Math.max(10, Math.floor(entriesPerHour / Math.max(1, projects)))
  const limit = Math.min(contract.valueSearch.callsPerHour, byEntries)
  await requireRateLimit(world, { kind: 'find-values', limit, windowMs: 3_600_000 }, String(userId))
}

/** @throws AppError NOT_FOUND */
async function readWanted(world: VaultWorld, reader: Reader, { body }: SearchCall): Promise<WantedValues> {
  const { value, environment_id, keys = [], version } = body
  if (value !== undefined) return new WantedValues([[null, value]])
  return await retryMoved(async () => {
    const readable = await openForReading(world, reader, environment_id ?? 0)
    const opened =
      version === undefined ? await readable.newest() : (await readable.version(version)).variables
    const variables = await opened.reveal('Looked for values of')
    const values = keys.map((key) => {
      const variable = variables.get(key)
      if (!variable) throw notFound('The environment has no variable of this name.')
      return [key, variable.value] as const
    })
    return new WantedValues(values, readable.environment.id)
  })
}

/**
 * Leaves out environments that were deleted or revoked since they were listed, whose key is not granted yet, or whose
 * rows someone else changed, which is recorded.
 */
async function openAll(
  world: VaultWorld,
  reader: Reader,
  rows: readonly EnvironmentRow[],
): Promise<OpenedForSearch[]> {
  const opened: OpenedForSearch[] = []
  for (const { id } of rows) {
    try {
      opened.push(
        await retryMoved(async () => {
          const readable = await openForReading(world, reader, id)
          return { readable, newest: await readable.newest() }
        }),
      )
    } catch (error) {
      const isDeleted = error instanceof AppError && error.code === 'NOT_FOUND'
      if (!(error instanceof MissingGrantError) && !isDeleted)
        await reportTampering(world, world.keyring.recorder, { error, origin: reader.origin })
    }
    await pauseWork()
  }
  return opened
}
