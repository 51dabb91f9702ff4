import type { Job, PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import {
  cleanUpExpired,
  cleanUpExpiredSubscriptions,
  cleanUpOrphans,
  forceCleanup,
  reapplyRevocations,
  restoreEligible,
} from '@envhold/contract/operator/start-jobs.ts'
import type { Api } from '../../../connection/api/api.ts'

interface Confirmed {
  readonly token: string
  readonly reason: string
}

type Start = (api: Api, body: Confirmed) => Promise<{ readonly job: Job }>

/** Each job has a call of its own. */
const starts: Readonly<Record<PreviewedKind, Start>> = {
  'cleanup-expired': (api, body) => api.call(cleanUpExpired, { body }),
  'restore-eligible': (api, body) => api.call(restoreEligible, { body }),
  'orphaned-data': (api, body) => api.call(cleanUpOrphans, { body }),
  'force-cleanup': (api, body) => api.call(forceCleanup, { body }),
  'reapply-revocations': (api, body) => api.call(reapplyRevocations, { body }),
  'expired-subscriptions': (api, body) => api.call(cleanUpExpiredSubscriptions, { body }),
}

export const startJob = async (api: Api, kind: PreviewedKind, confirmed: Confirmed): Promise<Job> =>
  (await starts[kind](api, confirmed)).job
