import { Link } from '@tanstack/react-router'
import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/layout/card.tsx'

const Heading = () => <h1 className="sr-only">Invitation</h1>

/** @param children why, and whom to ask */
export function InvalidInvitation({ children }: { children: ReactNode }) {
  const session = useSession()
  return (
    <>
      <Heading />
      <EmptyState
        icon={MailX}
        title="This invitation is no longer valid"
        action={
          <Button variant="secondary" asChild>
            {session ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign in</Link>}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}

interface FailedProps {
  readonly error: string
  readonly onRetry: () => void
  readonly busy: boolean
}

export const FailedInvitation = ({ error, onRetry, busy }: FailedProps) => (
  <>
    <Heading />
    <ErrorState title={error} onRetry={onRetry} busy={busy}>
      The invitation itself is not affected.
    </ErrorState>
  </>
)

export const LoadingInvitation = () => (
  <Card aria-busy="true" className="grid gap-3 p-6">
    <Heading />
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-4 w-4/5" />
    <Skeleton className="mt-4 h-9 w-full" />
  </Card>
)

interface CardProps {
  /** Who invites to what. */
  readonly details: ReactNode
  /** The answer. */
  readonly children: ReactNode
}

export const InvitationCard = ({ details, children }: CardProps) => (
  <Card className="grid gap-5 p-6">
    <div className="grid gap-3">
      <h1 className="text-title font-semibold text-balance">You are invited</h1>
      {details}
      <p className="text-ink-2">
        Envhold is a vault for the environment variables of software projects. Only the people of a project
        can read them.
      </p>
    </div>
    <hr />
    {children}
  </Card>
)
