import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FullPage } from '../app/shell/full-page.tsx'
import { UnsavedContext } from '../connection/unsaved/use-unsaved.ts'
import { ApiContext } from '../connection/use-api.ts'
import { securityQuery } from '../features/accounts/security/security-queries.ts'
import { StepUpDialogs } from '../features/accounts/step-up/step-up-dialogs.tsx'
import { type Operator, OperatorContext } from '../features/operator/operator.ts'
import { Button } from '../ui/button.tsx'
import { useStore } from '../ui/create-store.ts'
import { FullScreenLoader } from '../ui/feedback/loading.tsx'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { wait } from '../ui/wait.ts'
import { type OperatorConnection, verifyAccess } from './operator-connection.ts'
import { SignOutContext } from './operator-frame.tsx'
import type { OperatorRouter } from './router.tsx'

interface Props {
  readonly connection: OperatorConnection
  readonly router: OperatorRouter
}

/** The operator's page: nothing of it shows before the server has said that this user may enter. */
export function OperatorApp({ connection, router }: Props) {
  const [isVerifying, setVerifying] = useState(false)
  const [operator, setOperator] = useState<Operator | null>(null)
  useEffect(() => {
    let isCurrent = true
    const enter = async () => {
      const here = window.location.pathname + window.location.search
      const onVerifying = () => isCurrent && setVerifying(true)
      // The notice above the page would move it if it came later.
      const noticed = connection.queries.prefetchQuery(securityQuery(connection.api))
      const access = await verifyAccess({ connection, here, wait, onVerifying })
      await noticed
      if (!isCurrent) return
      if (access.granted) setOperator(access.operator)
      else {
        connection.unsaved.forget()
        window.location.replace(access.leadsTo)
      }
    }
    void enter()
    // The role was changed meanwhile: what it no longer allows is no longer drawn.
    const unsubscribe = connection.forbidden.subscribe(() => void enter())
    return () => {
      isCurrent = false
      unsubscribe()
    }
  }, [connection])
  if (useStore(connection.lacksFactor)) return <FactorPage />
  if (!operator)
    return (
      <FullScreenLoader
        message={isVerifying ? 'Verifying admin access...' : 'Initializing secure authentication...'}
      />
    )
  return (
    <ApiContext value={connection.api}>
      <UnsavedContext value={connection.unsaved}>
        <QueryClientProvider client={connection.queries}>
          <SignOutContext value={connection.signOut}>
            <OperatorContext value={operator}>
              {/* The types of the app's router are registered for the whole program. */}
              <RouterProvider router={router as never} />
            </OperatorContext>
          </SignOutContext>
          <StepUpDialogs prompt={connection.stepUpPrompt} />
          <Toaster />
        </QueryClientProvider>
      </UnsavedContext>
    </ApiContext>
  )
}

/** In place of the operator area, for an operator who has to set up a second factor first. */
function FactorPage() {
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
          <a href="/account/security">Open Security</a>
        </Button>
        <Button variant="ghost" asChild>
          <a href="/dashboard">User View</a>
        </Button>
      </div>
    </FullPage>
  )
}
