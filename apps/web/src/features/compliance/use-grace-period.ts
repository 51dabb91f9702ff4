import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { useEffect, useState } from 'react'
import { formatCount } from '../../ui/text/format.ts'

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
    planName: compliance?.pendingPlanDisplayName || defaults.planName,
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
export const hasTooManyProjects = (compliance: MaybeCompliance) =>
  isInGrace(compliance) && !compliance.compliant && compliance.action === 'archive_projects'

/** Whether more people share projects of the account than its plan allows, so that nobody can be invited. */
export const hasTooManyPeople = (compliance: MaybeCompliance) =>
  isInGrace(compliance) && excess(compliance.collaboratorCount, compliance.maxCollaborators) > 0

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const urgentDays = 3

interface GraceTime {
  /** Rounded up, 0 from the end on. */
  readonly days: number
  readonly isUrgent: boolean
  /** '12 days left', '5 hours left' on the last day, or 'Expired'. */
  readonly text: string
}

const left = (count: number, unit: string) => `${formatCount(count, unit)} left`

/** How much of a grace period is left. */
export function graceTime(end: string, now: number): GraceTime {
  const leftMs = Math.max(0, Date.parse(end) - now)
  const days = Math.ceil(leftMs / dayMs)
  const text =
    leftMs === 0 ? 'Expired' : days <= 1 ? left(Math.ceil(leftMs / hourMs), 'hour') : left(days, 'day')
  return { days, isUrgent: days <= urgentDays, text }
}
