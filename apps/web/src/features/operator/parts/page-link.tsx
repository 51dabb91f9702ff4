import type { OperatorCall } from '@envhold/contract/operator/operator-calls.ts'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayCall } from '../use-operator.ts'

interface Props {
  readonly to: string
  /** The call that the page cannot do without. */
  readonly call: OperatorCall
  readonly className?: string
  readonly children: ReactNode
}

/** A link to another page of the area, for operators who may read it. */
export function PageLink({ to, call, className, children }: Props) {
  const { routesByPath } = useRouter()
  if (!useMayCall(call) || !(to in routesByPath)) return null
  return (
    <Link
      to={to}
      className={
        className ?? 'rounded-sm text-small font-medium text-accent underline-offset-4 hover:underline'
      }
    >
      {children}
    </Link>
  )
}
