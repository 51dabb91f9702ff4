import type { OperatorCall } from '@envhold/contract/operator/operator-calls.ts'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { useMayCall } from '../operator.ts'
import { userPath } from '../paths.ts'

/** What a page needs of a query to say how old its figures are, and to fetch them again. */
interface Refreshable {
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** What Refresh fetches again; the oldest answer says since when the page holds. */
  readonly queries?: readonly Refreshable[]
  /** Refresh has another name on some pages. */
  readonly refreshText?: string
  /** The page's own buttons. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' })

export function OperatorPage({ title, description, queries = [], refreshText, actions, children }: Props) {
  useDocumentTitle(title)
  return (
    <>
      <div className="mb-5 grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="min-w-min flex-1 text-title font-semibold whitespace-nowrap">{title}</h1>
          {queries.length > 0 && <Refresh queries={queries} text={refreshText ?? 'Refresh'} />}
          {actions}
        </div>
        {description && <p className="max-w-3xl text-pretty text-ink-2">{description}</p>}
      </div>
      {children}
    </>
  )
}

function Refresh({ queries, text }: { queries: readonly Refreshable[]; text: string }) {
  const updatedAt = Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt))
  const isFetching = queries.some((query) => query.isFetching)
  return (
    <div className="flex items-center gap-1">
      {updatedAt > 0 && (
        <span className="text-small text-ink-3 max-sm:hidden">
          Updated{' '}
          <time dateTime={new Date(updatedAt).toISOString()}>{clock.format(new Date(updatedAt))}</time>
        </span>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-busy={isFetching || undefined}
        onClick={() => {
          for (const query of queries) void query.refetch()
        }}
      >
        <RefreshCw className={cn(isFetching && 'animate-spin')} />
        {text}
      </Button>
    </div>
  )
}

/** The name of a page in its tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Envhold Admin`
  }, [title])
}

const linkStyle = 'rounded-sm font-medium text-accent underline-offset-4 hover:underline'

interface UserLinkProps {
  /** Null: the account was deleted. */
  readonly id: number | null
  readonly children: ReactNode
}

/** The name of a user, as a link for operators who may read the page of the user. */
export function UserLink({ id, children }: UserLinkProps) {
  const mayRead = useMayCall('readUserDetail')
  if (!mayRead || id === null) return children
  return (
    <Link to={userPath(id)} className={`${linkStyle} break-all`}>
      {children}
    </Link>
  )
}

interface PageLinkProps {
  readonly to: string
  /** The call that the page cannot do without. */
  readonly call: OperatorCall
  /** The filters that it opens with. */
  readonly search?: Readonly<Record<string, string>>
  /** What it is called where its text alone says too little. */
  readonly label?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link to another page of the area, for operators who may read it. */
export function PageLink({ to, call, search, label, className, children }: PageLinkProps) {
  if (!useMayCall(call)) return null
  return (
    <Link
      to={to}
      search={(search ?? {}) as never}
      aria-label={label}
      className={className ?? `${linkStyle} text-small whitespace-nowrap`}
    >
      {children}
    </Link>
  )
}
