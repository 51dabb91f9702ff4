import { useAccount, useSessionState } from '../../connection/use-session-state.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'

export function ProfileCard() {
  const account = useAccount()
  const { status } = useSessionState()
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ')
  const rows = account && [
    { label: 'Username', value: account.username },
    { label: 'E-mail', value: account.email },
    ...(name ? [{ label: 'Name', value: name }] : []),
    { label: 'Member since', value: <Time at={account.created_at} date /> },
  ]
  return (
    <Card id="profile">
      <CardHeader title="Profile" />
      {rows ? (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          {rows.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-small text-ink-3">{label}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      ) : status === 'degraded' ? (
        <p className="text-ink-2">It shows here once the server can be reached again.</p>
      ) : (
        <Skeleton className="h-11 w-full" />
      )}
    </Card>
  )
}
