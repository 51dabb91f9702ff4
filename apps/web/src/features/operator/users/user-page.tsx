import { formatBytes } from '@envhold/contract/limits.ts'
import { readUserDetail, type UserDetail } from '@envhold/contract/operator/users.ts'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../../connection/use-read.ts'
import { Time } from '../../../ui/text/time.tsx'
import { formatSubscription } from '../billing/billing-status.tsx'
import { CopyableId, DetailRows, Timeline } from '../parts/details-drawer.tsx'
import { OperatorPage, PageLink } from '../parts/operator-page.tsx'
import { PanelSection } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { operatorPaths } from '../paths.ts'
import { RoleHistory } from '../roles/role-history.tsx'
import { UserActions } from './user-actions.tsx'
import { SubscriptionDetails } from './user-billing.tsx'
import { UserStatus } from './user-table.tsx'
import { timelineOf } from './user-timeline.ts'

const audit = { to: operatorPaths.audit(), call: 'listAuditEntries' } as const

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
        <PageLink to={operatorPaths.users()} call="listUsers">
          All Users
        </PageLink>
      }
    >
      <QueryState query={query} call="readUserDetail" failure="Failed to load the user">
        {(user) => <Details key={user.id} user={user} />}
      </QueryState>
    </OperatorPage>
  )
}

function Details({ user }: { user: UserDetail }) {
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
            <span className="flex flex-wrap gap-x-4">
              <PageLink {...audit} search={{ user: String(user.id) }}>
                Own activity
              </PageLink>
              <PageLink {...audit} search={{ account: String(user.id) }}>
                What operators did
              </PageLink>
            </span>
          }
        >
          <Timeline entries={timelineOf(user)} />
        </PanelSection>
        {/* What is loaded later stands below, so that it moves nothing. */}
        <SubscriptionDetails userId={user.id} />
        <RoleHistory userId={user.id} />
      </div>
    </div>
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
    Subscription: subscription ? formatSubscription(subscription) : 'None',
    ...(phase.name !== 'compliant' && {
      'Grace period': phase.grace_end ? <Time at={phase.grace_end} date /> : 'Ended, plan lowered',
    }),
    Projects: (
      <>
        {_count.projects} owned, {_count.collaborations} shared{' '}
        <PageLink to={operatorPaths.projects()} call="listEveryProject" search={{ search: user.username }}>
          All projects
        </PageLink>
      </>
    ),
    'API keys': (
      <PageLink to={operatorPaths.apiKeys()} call="listEveryApiKey" search={{ search: user.username }}>
        All keys
      </PageLink>
    ),
    Created: <Time at={user.created_at} date />,
  }
}
