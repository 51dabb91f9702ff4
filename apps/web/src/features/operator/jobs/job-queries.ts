import {
  type Job,
  type JobKindName,
  type JobState,
  type JobSummary,
  listJobs,
  type PreviewedKind,
  previewJob,
  readJob,
} from '@envhold/contract/operator/jobs.ts'
import { readArchivesStats, readSubscriptionCleanupStats } from '@envhold/contract/operator/start-jobs.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

/** How often progress is read while a job runs. */
const pollMs = 2_000

interface Filter {
  readonly page?: number
  readonly limit?: number
  readonly kind?: JobKindName
  readonly state?: JobState
}

const isRunning = ({ state }: JobSummary) => state === 'running'

export const jobsQuery = (api: Api, filter: Filter) =>
  queryOptions({
    ...readQuery(api, listJobs, { query: filter }),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? pollMs : false),
  })

export const jobQuery = (api: Api, id: number, known?: Job) =>
  queryOptions({
    ...readQuery(api, readJob, { params: { id } }, ({ job }) => job),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
    ...(known && { initialData: known }),
  })

/** What a job would touch now: never an older answer. */
export const previewQuery = (api: Api, kind: PreviewedKind) => ({
  ...readQuery(api, previewJob, { body: { kind } }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export const archivesStatsQuery = (api: Api) => readQuery(api, readArchivesStats, {})

export const cleanupStatsQuery = (api: Api) => readQuery(api, readSubscriptionCleanupStats, {})
