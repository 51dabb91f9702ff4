import type { InputOf } from '@envhold/contract/endpoint.ts'
import {
  type Job,
  type JobSummary,
  listJobs,
  type PreviewedKind,
  previewJob,
  readJob,
} from '@envhold/contract/operator/jobs.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../../../connection/use-read.ts'

/** How often progress is read while a job runs. */
const pollMs = 2_000

const isRunning = ({ state }: JobSummary) => state === 'running'

export const useJobs = (query: NonNullable<InputOf<typeof listJobs>['query']>) =>
  useRead(
    listJobs,
    { query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? pollMs : false),
    },
  )

export const useJob = (id: number, known?: Job) =>
  useRead(
    readJob,
    { params: { id } },
    {
      select: ({ job }) => job,
      refetchInterval: ({ state }) => (state.data && isRunning(state.data.job) ? pollMs : false),
      ...(known && { initialData: { job: known } }),
    },
  )

/** What a job would touch now: never an older answer. */
export const usePreview = (kind: PreviewedKind, enabled = true) =>
  useRead(previewJob, { body: { kind } }, { enabled, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
