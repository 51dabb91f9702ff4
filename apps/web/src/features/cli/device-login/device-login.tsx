import { ApiError } from '@envhold/client/api-error.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  openDeviceLogin,
  shownUserCode,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { listPersonalTokens } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { Card, CardHeader } from '../../../ui/layout/card.tsx'
import { cliErrors } from '../cli-token.tsx'
import { LoginReview, UserCodeForm } from './login-steps.tsx'

type OpenedLogin = OutputOf<typeof openDeviceLogin>
type State =
  | { readonly step: 'link'; readonly code: string; readonly tag: string }
  | { readonly step: 'code'; readonly code: string; readonly error?: string }
  | { readonly step: 'review'; readonly code: string; readonly opened: OpenedLogin }
  | { readonly step: 'approved' | 'denied'; readonly device: string }

interface Props {
  /** From the link that brought the user here. */
  code: string
  /** Shows the server that the link is its own, so that the login can be looked up without a click. */
  tag: string | undefined
}

function stateOf(code: string, tag: string | undefined): State {
  const userCode = shownUserCode(code)
  return tag !== undefined && userCode ? { step: 'link', code: userCode, tag } : { step: 'code', code }
}

/** Logs a terminal in: its code, what it says about itself, and the answer of the user. */
export function DeviceLogin({ code, tag }: Props) {
  const { api, queries, withUnlockedVault } = useConnection()
  const [state, setState] = useState<State>(() => stateOf(code, tag))
  const [busy, setBusy] = useState<'approve' | 'deny' | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  const { step } = state
  // What had the focus is gone; a screen reader continues with what came in its place.
  useEffect(() => {
    if (step !== 'code' && step !== 'link') hasMoved.current = true
    if (hasMoved.current) region.current?.focus()
  }, [step])

  const open = async (typed: string, by?: { tag: string }) => {
    try {
      const opened = await api.call(openDeviceLogin, { body: { user_code: typed, ...by } })
      setState({ step: 'review', code: typed, opened })
    } catch (error) {
      // A link that is not the server's is no more than a typed code.
      if (by && error instanceof ApiError && error.code === 'VALIDATION_FAILED')
        return setState({ step: 'code', code: typed })
      setState({ step: 'code', code: typed, error: errorText(error, cliErrors.openDeviceLogin) })
    }
  }
  const hasOpened = useRef(false)
  useEffect(() => {
    // Opening it twice would take the answer away from the first.
    if (hasOpened.current || state.step !== 'link') return
    hasOpened.current = true
    void open(state.code, { tag: state.tag })
  })
  const answer = async (how: 'approve' | 'deny', userCode: string, { review, login }: OpenedLogin) => {
    setBusy(how)
    const body = { review }
    try {
      if (how === 'approve') await withUnlockedVault(() => api.call(approveDeviceLogin, { body }))
      else await api.call(denyDeviceLogin, { body })
      setState({ step: how === 'approve' ? 'approved' : 'denied', device: login.device_name })
      await refetchReads(queries, listPersonalTokens)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND')
        setState({ step: 'code', code: userCode, error: error.message })
      else notifyError(error, how === 'approve' ? cliErrors.approveDeviceLogin : cliErrors.denyDeviceLogin)
    } finally {
      setBusy(null)
    }
  }
  return (
    <Card className="grid gap-4">
      <CardHeader
        className="mb-0"
        title="Log in with a code"
        description={step === 'code' && 'Enter the code that envhold shows in your terminal.'}
      />
      <div ref={region} tabIndex={-1} className="outline-none">
        {state.step === 'link' && <Skeleton className="h-40" />}
        {state.step === 'code' && (
          <UserCodeForm
            key={`${state.code} ${state.error}`}
            initial={state.code}
            error={state.error}
            onCode={open}
          />
        )}
        {state.step === 'review' && (
          <LoginReview
            code={state.code}
            login={state.opened.login}
            busy={busy}
            onApprove={() => void answer('approve', state.code, state.opened)}
            onDeny={() => void answer('deny', state.code, state.opened)}
          />
        )}
        {(state.step === 'approved' || state.step === 'denied') && (
          <Answered
            isApproved={state.step === 'approved'}
            device={state.device}
            onAnother={() => setState({ step: 'code', code: '' })}
          />
        )}
      </div>
    </Card>
  )
}

interface AnsweredProps {
  isApproved: boolean
  device: string
  onAnother: () => void
}

function Answered({ isApproved, device, onAnother }: AnsweredProps) {
  return (
    <div className="grid gap-4">
      {isApproved ? (
        <Banner tone="good" title={`${device} is logged in`}>
          Go back to your terminal: it continues within a few seconds. You can close this page.
        </Banner>
      ) : (
        <Banner title={`${device} was not logged in`}>
          You denied the login. The terminal was notified, and no token was created.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onAnother}>
          Enter another code
        </Button>
        <Button variant="ghost" asChild>
          <Link to="/account/tokens">Manage Tokens</Link>
        </Button>
      </div>
    </div>
  )
}
