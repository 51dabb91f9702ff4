import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { useEffect, useState } from 'react'
import { type GraceTime, graceTime } from './grace-time.ts'

const tickMs = 60_000

export interface GracePeriod extends GraceTime {
  readonly isActive: boolean
  /** Empty while it is not active. */
  readonly end: string
  readonly planName: string
  /** −1 is no limit. */
  readonly maxProjects: number
  /** How many are too many; 0 if none is. */
  readonly excessProjects: number
  readonly excessPeople: number
}

/** Shown when the status is missing. */
const defaults = { planName: 'Starter Plan', maxProjects: 1 }

const inactive = { isActive: false, end: '', days: 0, isUrgent: false, text: '' }

const excess = (count: number, max: number) => (max === -1 ? 0 : Math.max(0, count - max))

export function gracePeriodOf(compliance: MaybeCompliance, now: number): GracePeriod {
  const maxProjects = compliance?.maxProjects ?? defaults.maxProjects
  const end = isInGrace(compliance) ? compliance.gracePeriodEnd : null
  return {
    ...(end === null ? inactive : { isActive: true, end, ...graceTime(end, now) }),
    planName: compliance?.pendingPlanName || defaults.planName,
    maxProjects,
    excessProjects: excess(compliance?.projectCount ?? 0, maxProjects),
    excessPeople: compliance ? excess(compliance.collaboratorCount, compliance.maxCollaborators) : 0,
  }
}

/** The account's grace period with the time that is left, updated every minute. */
export function useGracePeriod(compliance: MaybeCompliance): GracePeriod {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return gracePeriodOf(compliance, now)
}

type MaybeCompliance = Compliance | null | undefined

type InGrace = Compliance & { readonly gracePeriodEnd: string }

export const isInGrace = (compliance: MaybeCompliance): compliance is InGrace =>
  compliance?.inGracePeriod === true && compliance.gracePeriodEnd !== null

/** Whether the account owns more projects than its next plan allows, so that none can be created or changed. */
export const hasTooManyProjects = (compliance: MaybeCompliance): boolean =>
  isInGrace(compliance) && !compliance.compliant && compliance.action === 'archive_projects'
