import { useEffect, useState } from 'react'
import { ApiContext } from '../connection/use-api.ts'
import { StepUpDialogs } from '../features/accounts/step-up/step-up-dialogs.tsx'
import type { Operator } from '../features/operator/operator.ts'
import { StartPage } from '../features/operator/start-page.tsx'
import { FullScreenLoader } from '../ui/full-screen-loader.tsx'
import type { OperatorConnection } from './operator-connection.ts'
import { OperatorHeader } from './operator-header.tsx'
import { verifyAccess } from './verify-access.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The operator's page: nothing of it shows before the server has said that this user may enter. */
export function OperatorApp({ connection }: { connection: OperatorConnection }) {
  const [isVerifying, setVerifying] = useState(false)
  const [operator, setOperator] = useState<Operator | null>(null)
  useEffect(() => {
    let isCurrent = true
    const enter = async () => {
      const here = window.location.pathname + window.location.search
      const onVerifying = () => isCurrent && setVerifying(true)
      const access = await verifyAccess({ connection, here, wait, onVerifying })
      if (!isCurrent) return
      if (access.granted) setOperator(access.operator)
      else window.location.replace(access.leadsTo)
    }
    void enter()
    return () => {
      isCurrent = false
    }
  }, [connection])
  if (!operator)
    return (
      <FullScreenLoader
        message={isVerifying ? 'Verifying admin access...' : 'Initializing secure authentication...'}
      />
    )
  const isStartPage = /^\/admin\/?$/.test(window.location.pathname)
  return (
    <ApiContext value={connection.api}>
      <OperatorHeader operator={operator} connection={connection} isStartPage={isStartPage} />
      <main className="mx-auto w-full max-w-content px-4 py-6 sm:px-6 sm:py-8">
        {isStartPage ? <StartPage operator={operator} /> : <NotFound />}
      </main>
      <StepUpDialogs prompt={connection.stepUpPrompt} />
    </ApiContext>
  )
}

function NotFound() {
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <h1 className="text-title font-semibold">Page not found</h1>
      <p className="text-ink-2">This page does not exist, or you have no access to it.</p>
      <a href="/admin" className="font-medium text-accent underline-offset-4 hover:underline">
        Dashboard
      </a>
    </div>
  )
}
