import { KeyRound } from 'lucide-react'
import { FullPage } from '../app/shell/full-page.tsx'
import { Button } from '../ui/button.tsx'

/** In place of the operator area, for an operator who has to set up a second factor first. */
export function FactorPage() {
  return (
    <FullPage>
      <title>Second factor needed – Envhold Admin</title>
      <span className="grid size-10 place-items-center rounded-full bg-warn-soft text-warn">
        <KeyRound className="size-5" aria-hidden="true" />
      </span>
      <h1 className="text-title font-semibold">Set up a second factor first</h1>
      <p className="max-w-md text-balance text-ink-2">
        On this server, the operator area opens only to accounts with a second factor. Add a passkey or an
        authenticator app to your account, then open the operator area again. Everything else works as before.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button asChild>
          <a href="/account#security">Open Security</a>
        </Button>
        <Button variant="ghost" asChild>
          <a href="/dashboard">User View</a>
        </Button>
      </div>
    </FullPage>
  )
}
