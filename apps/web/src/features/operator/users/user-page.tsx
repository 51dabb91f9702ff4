import { formatBytes } from '@envhold/contract/limits.ts'
import { readUserDetail, type UserDetail } from '@envhold/contract/operator/users.ts'
import { Link, useParams } from '@tanstack/react-router'
import { useRead } from '../../../connection/use-read.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { CopyableId, DetailRows, Timeline } from '../parts/details-drawer.tsx'
import { OperatorPage, type PageLink } from '../parts/operator-page.tsx'
import { PanelSection } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { operatorPaths } from '../paths.ts'
import { RoleHistory } from '../roles/role-history.tsx'
import { UserActions } from './user-actions.tsx'
import { SubscriptionDetails } from './user-billing.tsx'
import { UserStatus } from './user-table.tsx'
import { timelineOf } from './user-timeline.ts'

const link = 'rounded-sm text-small font-medium text-accent underline-offset-4 hover:underline'

/** What is known of one user, and what can be done to the account. */
export function UserPage() {
  const { userId } = useParams({ strict: false }) as { readonly userId?: string }
  const id = /^[1-9]\d{0,14}$/.test(userId ?? '') ? Number(userId) : 0
  const query = useRead(readUserDetail, { params: { id } }, { select: (read) => read.user })
  return (
    <OperatorPage
      title={query.data?.username ?? 'User'}
      description={
        query.data && (
          <>{query.data.email}. The user sees in the account’s activity that an operator looked.</>
        )
      }
      queries={[query]}
      actions={
        <Link to={operatorPaths.users()} className={link}>
          All Users
        </Link>
      }
    >
      <QueryState query={query} call="readUserDetail" failure="Failed to load the user">
        {(user) => <Details key={user.id} user={user} />}
      </QueryState>
    </OperatorPage>
  )
}

function Details({ user }: { user: UserDetail }) {
  const mayReadRoles = useMayCall('readRoleHistory')
  const mayAudit = useMayCall('listAuditEntries')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PanelSection title="Account">
          <DetailRows facts={accountFactsOf(user)} />
        </PanelSection>
        <PanelSection title="Sign-in">
          <DetailRows facts={signInFactsOf(user)} />
        </PanelSection>
        <UserActions user={user} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PanelSection
          title="Timeline"
          action={
            mayAudit && (
              <span className="flex flex-wrap gap-x-4">
                <Link to={operatorPaths.audit()} search={{ user: String(user.id) } as never} className={link}>
                  Own activity
                </Link>
                <Link
                  to={operatorPaths.audit()}
                  search={{ account: String(user.id) } as never}
                  className={link}
                >
                  What operators did
                </Link>
              </span>
            )
          }
        >
          <Timeline entries={timelineOf(user)} />
        </PanelSection>
        {/* What is loaded later stands below, so that it moves nothing. */}
        <SubscriptionDetails userId={user.id} />
        {mayReadRoles && <RoleHistory userId={user.id} />}
      </div>
    </div>
  )
}

interface ElsewhereProps {
  readonly to: string
  readonly call: Parameters<typeof PageLink>[0]['call']
  readonly search: string
  readonly children: string
}

/** A link to what another page of the area has of this user. */
function Elsewhere({ to, call, search, children }: ElsewhereProps) {
  if (!useMayCall(call)) return null
  return (
    <Link to={to} search={{ search } as never} className={link}>
      {children}
    </Link>
  )
}

const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off')
const timeOr = (at: string | null, otherwise: string) => (at === null ? otherwise : <Time at={at} />)

function signInFactsOf({ factors, ...user }: UserDetail) {
  return {
    'Master password': factors.master_password ? 'Set' : 'Not set',
    'Sign-in password': factors.password ? 'Set' : 'None',
    'Authenticator app': onOff(factors.totp),
    Passkeys: factors.passkeys,
    'Linked sign-ins': factors.provider_identities,
    Sessions: user.sessions,
    'Last sign-in': timeOr(user.last_sign_in_at, 'Never'),
    'Last seen': timeOr(user.last_seen_at, 'Not signed in'),
  }
}

function accountFactsOf(user: UserDetail) {
  const { subscription, phase, _count, roles } = user
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
    Projects: (
      <>
        {_count.projects} owned, {_count.collaborations} shared{' '}
        <Elsewhere to={operatorPaths.projects()} call="listEveryProject" search={user.username}>
          Projects
        </Elsewhere>
      </>
    ),
    'API keys': (
      <Elsewhere to={operatorPaths.apiKeys()} call="listEveryApiKey" search={user.username}>
        API Keys
      </Elsewhere>
    ),
    Created: <Time at={user.created_at} date />,
  }
}
