import type { Compliance } from '@envhold/contract/compliance.ts'
import type { Project } from '@envhold/contract/projects.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Api } from '../../connection/api/api.ts'
import { archivedQuery } from './archive/archived-query.ts'
import { GraceNotice } from './grace-notice.tsx'
import { GraceIndicator, GraceStrip } from './grace-strip.tsx'
import { isInGrace } from './in-grace.ts'
import { PlanRow } from './plan-row.tsx'

type Part = ComponentType<{ compliance: Compliance }>

export interface GraceViews {
  readonly Indicator: Part
  readonly Strip: Part
  readonly PlanRow: Part
  /** Reads what they show beside the status. */
  readonly prefetch: (api: Api, queries: QueryClient, compliance: Compliance) => Promise<void>
  readonly Notice: ComponentType<{ compliance: Compliance; projects: readonly Project[] }>
}

/** Everything that pages show of a grace period, in one file that only accounts with one load. */
export const graceViews: GraceViews = {
  Indicator: GraceIndicator,
  Strip: GraceStrip,
  PlanRow,
  Notice: GraceNotice,
  prefetch: async (api, queries, compliance) => {
    if (!isInGrace(compliance) && compliance.archivedProjects > 0)
      await queries.prefetchQuery(archivedQuery(api))
  },
}
