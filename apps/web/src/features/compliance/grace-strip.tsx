import type { Compliance } from '@envhold/contract/compliance.ts'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { cn } from '../../ui/class-names.ts'
import { type GracePeriod, useGracePeriod } from './use-grace-period.ts'

interface Props {
  compliance: Compliance
}

const toneOf = ({ isUrgent }: GracePeriod) => (isUrgent ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn')

const accessible = ({ text }: GracePeriod) => `Grace period: ${text}`

/** In the header of wide screens. */
export function GraceIndicator({ compliance }: Props) {
  const grace = useGracePeriod(compliance)
  if (!grace.isActive) return null
  return (
    <Link
      to="/dashboard"
      data-grace=""
      aria-label={accessible(grace)}
      title={accessible(grace)}
      className={cn(
        'mr-1 hidden h-7 shrink-0 items-center gap-2 rounded-md px-2.5 text-small font-medium whitespace-nowrap lg:flex',
        toneOf(grace),
      )}
    >
      <Hourglass className="size-4 shrink-0" aria-hidden="true" />
      {grace.text}
    </Link>
  )
}

const linkClass = 'rounded-sm underline underline-offset-4'

/** Below the header of narrow screens. */
export function GraceStrip({ compliance }: Props) {
  const grace = useGracePeriod(compliance)
  if (!grace.isActive) return null
  return (
    <aside
      aria-label="Grace period"
      className={cn('border-b px-4 py-2 text-small font-medium sm:px-6 lg:hidden', toneOf(grace))}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-1 items-center gap-2 whitespace-nowrap">
          <Hourglass className="size-4 shrink-0" aria-hidden="true" />
          <span className="sr-only">Grace period: </span>
          {grace.text}
        </p>
        <Link to="/subscription" search={{ upgrade: true }} className={linkClass}>
          Upgrade
        </Link>
        <Link to="/account/archived-projects" className={linkClass}>
          Archived
        </Link>
      </div>
    </aside>
  )
}
