import { Fragment, type ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { billingErrors } from '../billing-errors.ts'

interface Props {
  title: string
  children: ReactNode
}

/** A page of the built-in payment provider: it looks like a checkout, and says that it is none. */
export function SandboxSheet({ title, children }: Props) {
  return (
    <section className="grid w-full max-w-md gap-5 rounded-lg border bg-surface p-5 text-left shadow-low">
      <title>{`${title} · Envhold`}</title>
      <div className="grid justify-items-start gap-2">
        <Badge tone="warn">Test mode: no money is taken</Badge>
        <h1 className="text-title font-semibold">{title}</h1>
      </div>
      {children}
    </section>
  )
}

interface PendingProps {
  title: string
  error: Error | null
  isFetching: boolean
  onRetry: () => unknown
}

/** The sheet before its data is there, or when it cannot be. */
export function PendingSheet({ title, error, isFetching, onRetry }: PendingProps) {
  return (
    <SandboxSheet title={title}>
      {error ? (
        <ErrorState
          className="py-6"
          title={errorText(error, billingErrors.readSandbox)}
          onRetry={onRetry}
          busy={isFetching}
        >
          Nothing was changed.
        </ErrorState>
      ) : (
        <Skeleton className="h-40" />
      )}
    </SandboxSheet>
  )
}

/** What was tried did not happen. */
export const SandboxFailure = ({ error }: { error: Error }) => (
  <Banner tone="bad" title={errorText(error, billingErrors.actInSandbox)} />
)

/** Facts in two columns. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
      {facts.map(([term, fact]) => (
        <Fragment key={term}>
          <dt className="text-ink-2">{term}</dt>
          <dd className="text-right font-medium tabular-nums">{fact}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
