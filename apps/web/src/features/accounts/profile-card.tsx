import { useSessionState } from '../../connection/session/use-session-state.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmailLine } from './email-line.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileCard() {
  const state = useSessionState()
  const account = state.status === 'ready' ? state.account : null
  return (
    <Card id="profile">
      <CardHeader
        title="Profile"
        description="People who share a project with you see your username and e-mail address."
      />
      {account ? (
        <div className="grid gap-6">
          <EmailLine account={account} />
          <ProfileForm key={account.id} account={account} />
        </div>
      ) : state.status === 'degraded' ? (
        <p className="text-ink-2">It shows here once the server can be reached again.</p>
      ) : (
        <Skeleton className="h-48 w-full max-w-md" />
      )}
    </Card>
  )
}
