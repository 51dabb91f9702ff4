import type { InputOf } from '@envhold/contract/endpoint.ts'
import {
  type Job,
  type JobSummary,
  listJobs,
  type PreviewedKind,
  previewJob,
  readJob,
} from '@envhold/contract/operator/jobs.ts'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
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

/** A job, and the figures again when it has ended. */
export function useJob(id: number, known?: Job) {
  const refetchChanged = useRefetchChanged()
  const query = useRead(
    readJob,
    { params: { id } },
    {
      select: ({ job }) => job,
      refetchInterval: ({ state }) => (state.data && isRunning(state.data.job) ? pollMs : false),
      ...(known && { initialData: { job: known } }),
    },
  )
  const isUnderWay = query.data && isRunning(query.data)
  const wasUnderWay = useRef(isUnderWay)
  useEffect(() => {
    if (wasUnderWay.current && isUnderWay === false) void refetchChanged()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay, refetchChanged])
  return query
}

/** Fetches the figures again that a job may have changed. */
export function useRefetchChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewJob.name }),
    [queries],
  )
}

/** What a job would touch now: never an older answer. */
export const usePreview = (kind: PreviewedKind, enabled = true) =>
  useRead(previewJob, { body: { kind } }, { enabled, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
