import type { readUserStatus } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { Hourglass } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FullPage } from '../shell/full-page.tsx'
import { useLogout } from '../shell/use-logout.ts'

/** What an account sees that waits for approval. */
export function PendingPage({ user, supportEmail }: OutputOf<typeof readUserStatus>) {
  const logout = useLogout()
  const subject = encodeURIComponent(`Account waiting for approval: ${user.username}`)
  return (
    <FullPage>
      <title>Waiting for Approval · Envhold</title>
      <span className="grid size-10 place-items-center rounded-full bg-warn-soft text-warn">
        <Hourglass className="size-5" aria-hidden="true" />
      </span>
      <h1 className="text-title font-semibold">Waiting for Approval</h1>
      <p className="max-w-md text-balance text-ink-2">
        Your account was created. An administrator of this server has to approve it before you can use it. You
        get a mail at <span className="break-words">{user.email}</span> then, and this page opens by itself.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button variant="secondary" asChild>
          <a href={`mailto:${encodeURI(supportEmail)}?subject=${subject}`}>Contact Support</a>
        </Button>
        <Button variant="ghost" onClick={() => void logout()}>
          Logout
        </Button>
      </div>
    </FullPage>
  )
}
