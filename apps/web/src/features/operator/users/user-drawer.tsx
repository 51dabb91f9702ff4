import { formatBytes } from '@envhold/contract/limits.ts'
import { operatorActions } from '@envhold/contract/operator/operator-actions.ts'
import { readUserDetail, type UserDetail } from '@envhold/contract/operator/users.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall, useOperator } from '../operator.ts'
import { CopyableId, DetailRows, DetailsDrawer } from '../parts/details-drawer.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { RoleHistory } from '../roles/role-history.tsx'
import { SubscriptionDetails } from './user-billing.tsx'
import { type ActionKind, actionsOn, type ListedUser } from './user-queries.ts'
import { UserStatus } from './user-table.tsx'

interface Props {
  readonly user: ListedUser
  readonly open: boolean
  readonly onClose: () => void
  readonly onAction: (kind: ActionKind, user: ListedUser) => void
}

/** What is known of one user, and what can be done to the account. */
export function UserDrawer({ user, open, onClose, onAction }: Props) {
  const mayRead = useMayCall('readUserDetail')
  const mayReadRoles = useMayCall('readRoleHistory')
  const query = useRead(
    readUserDetail,
    { params: { id: user.id } },
    {
      enabled: open && mayRead,
      select: (read) => read.user,
    },
  )
  const current = query.data ?? user
  const acts = actionsOn(useOperator(), current)
  const button = ({ kind, label, danger }: (typeof acts)[number]) => (
    <Button
      key={kind}
      variant={danger ? 'danger' : 'secondary'}
      size="sm"
      onClick={() => onAction(kind, current)}
    >
      {label}
    </Button>
  )
  const dangerous = acts.filter(({ danger }) => danger)
  const harmless = acts.filter(({ danger }) => !danger)
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={current.username}
      description={current.email}
      timeline={query.data && timelineOf(query.data)}
      danger={dangerous.length > 0 && <div className="flex flex-wrap gap-2">{dangerous.map(button)}</div>}
    >
      {harmless.length > 0 && <div className="flex flex-wrap gap-2">{harmless.map(button)}</div>}
      <QueryState query={query} call="readUserDetail" failure="Failed to load the user">
        {(detail) => <DetailRows facts={factsOf(detail)} />}
      </QueryState>
      <SubscriptionDetails userId={user.id} />
      {mayReadRoles && <RoleHistory userId={user.id} />}
    </DetailsDrawer>
  )
}

const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off')
const timeOr = (at: string | null, otherwise: string) => (at === null ? otherwise : <Time at={at} />)

function factsOf(user: UserDetail) {
  const { factors, subscription, phase, _count, roles } = user
  return {
    ID: <CopyableId id={user.id} label="the ID" />,
    'E-mail': <CopyableId id={user.email} label="the e-mail address" />,
    Verified: timeOr(user.email_verified_at, 'Not verified'),
    Name: [user.firstName, user.lastName].filter(Boolean).join(' ') || '–',
    Status: <UserStatus user={user} />,
    ...(user.status === 'SUSPENDED' && { Suspended: timeOr(user.suspendedAt, 'At an unknown time') }),
    ...(user.status === 'INACTIVE' &&
      user.grace_ends_at && { 'Restorable until': <Time at={user.grace_ends_at} date /> }),
    Role: roles[0]?.display_name ?? 'User',
    Plan: user.plan.display_name,
    Storage: formatBytes(user.stored_bytes),
    Subscription: subscription
      ? `${subscription.status.replaceAll('_', ' ')} (${subscription.provider})`
      : 'None',
    ...(phase.name !== 'compliant' && {
      'Grace period': phase.grace_end ? <Time at={phase.grace_end} date /> : 'Ended, plan lowered',
    }),
    Projects: `${_count.projects} owned, ${_count.collaborations} shared`,
    'Master password': factors.master_password ? 'Set' : 'Not set',
    'Sign-in password': factors.password ? 'Set' : 'None',
    'Authenticator app': onOff(factors.totp),
    Passkeys: factors.passkeys,
    'Linked sign-ins': factors.provider_identities,
    Sessions: user.sessions,
    'Last sign-in': timeOr(user.last_sign_in_at, 'Never'),
    'Last seen': timeOr(user.last_seen_at, 'Not signed in'),
    Created: <Time at={user.created_at} date />,
  }
}

/** The acts say these already, with their reasons. */
const eventsOfActions = new Set([
  'account_suspended',
  'account_unsuspended',
  'account_approved',
  'account_grace_extended',
  'role_assigned',
])

const words = (type: string) => {
  const text = type.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What happened to an account, and what operators did to it, the newest first. */
function timelineOf({ acts, events }: Pick<UserDetail, 'acts' | 'events'>) {
  const done = acts.map(({ id, act, operator, reason, created_at }) => ({
    id: `act ${id}`,
    at: created_at,
    title: operatorActions[act],
    detail: `By ${operator ?? 'an operator, from the command line'}${reason && `: ${reason}`}`,
  }))
  const happened = events
    .filter(({ type }) => !eventsOfActions.has(type))
    .map(({ type, created_at }, index) => ({
      id: `event ${created_at} ${index}`,
      at: created_at,
      title: words(type),
    }))
  return [...done, ...happened].sort((a, b) => b.at.localeCompare(a.at))
}
