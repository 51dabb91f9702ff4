import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { useSessionState } from '../../../connection/session/use-session-state.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { userStatusQuery } from '../../../features/accounts/user-status.ts'
import { GracePart } from '../../../features/compliance/grace-part.tsx'
import { SubscriptionPage } from '../../../features/subscription/subscription-page.tsx'
import { type BillingSearch, useSearchAction } from '../../search.ts'

export const route = createLazyRoute('/inside/subscription')({ component: Subscription })

const actionOf = ({ success, canceled, upgrade }: BillingSearch) =>
  success ? 'success' : canceled ? 'canceled' : upgrade ? 'upgrade' : undefined

function Subscription() {
  const navigate = route.useNavigate()
  const isSuspended = useSessionState().status === 'suspended'
  const status = useQuery({ ...userStatusQuery(useConnection()), enabled: isSuspended })
  const { pending, onDone } = useSearchAction(
    actionOf(route.useSearch()),
    () => void navigate({ search: {}, replace: true, ignoreBlocker: true, resetScroll: false }),
  )
  const suspensionOf = () => {
    if (!isSuspended) return null
    return status.isPending ? undefined : { reason: status.data?.suspendedReason ?? null }
  }
  return (
    <SubscriptionPage
      action={pending}
      onActionTaken={onDone}
      suspension={suspensionOf()}
      // The clocks of a suspended account are stopped, and what it would link to does not open.
      compliance={isSuspended ? null : <GracePart part="PlanRow" />}
    />
  )
}
