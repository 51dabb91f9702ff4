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

/** How often progress is read while a job runs. */
const pollMs = 2_000

export const jobsKey = ['operator', 'jobs'] as const

interface Filter {
  readonly page?: number
  readonly limit?: number
  readonly kind?: JobKindName
  readonly state?: JobState
}

const isRunning = ({ state }: JobSummary) => state === 'running'

export const jobsQuery = (api: Api, filter: Filter) =>
  queryOptions({
    queryKey: [...jobsKey, 'list', filter],
    queryFn: ({ signal }) => api.call(listJobs, { query: filter }, { signal }),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? pollMs : false),
  })

export const jobQuery = (api: Api, id: number, known?: Job) =>
  queryOptions({
    queryKey: [...jobsKey, 'one', id],
    queryFn: async ({ signal }) => (await api.call(readJob, { params: { id } }, { signal })).job,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
    ...(known && { initialData: known }),
  })

/** What a job would touch now: never an older answer. */
export const previewQuery = (api: Api, kind: PreviewedKind) =>
  queryOptions({
    queryKey: ['operator', 'job-preview', kind],
    queryFn: ({ signal }) => api.call(previewJob, { body: { kind } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const archivesStatsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['operator', 'archives-stats'],
    queryFn: ({ signal }) => api.call(readArchivesStats, {}, { signal }),
  })

export const cleanupStatsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['operator', 'subscription-cleanup-stats'],
    queryFn: ({ signal }) => api.call(readSubscriptionCleanupStats, {}, { signal }),
  })
