import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type openDeviceLogin, shownUserCode } from '@envhold/contract/personal-tokens/device-login.ts'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Time } from '../../../ui/text/time.tsx'

interface Props {
  code: string
  login: OutputOf<typeof openDeviceLogin>['login']
  /** Which of the two buttons was pressed and waits for the server. */
  busy: 'approve' | 'deny' | null
  onApprove: () => void
  onDeny: () => void
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

/** Shows who wants to log in, and has the user compare the code before anything is approved. */
export function LoginReview({ code, login, busy, onApprove, onDeny }: Props) {
  const isInFront = usePageVisible()
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-center gap-1 rounded-lg border bg-sunken px-4 py-5">
        <p className="text-small text-ink-2">Your terminal must show this code</p>
        <p className="font-mono text-title font-semibold tracking-widest">{code}</p>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <Fact name="Device">{login.device_name}</Fact>
        <Fact name="Client">{login.client}</Fact>
        <Fact name="IP address">
          {login.ip_address}
          {!login.same_ip_address && <span className="text-warn"> (not that of this browser)</span>}
        </Fact>
        <Fact name="Started">
          <Time at={login.created_at} />
        </Fact>
      </dl>
      <Banner tone="warn" title="Did you start this login yourself?">
        Approve only if you have just run <code className="font-mono">envhold</code> and both codes are the
        same. The device gets a token that reads and changes your projects. No support team ever asks you to
        approve a code.
      </Banner>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" busy={busy === 'deny'} disabled={busy !== null} onClick={onDeny}>
          Deny
        </Button>
        <Button busy={busy === 'approve'} disabled={busy !== null || !isInFront} onClick={onApprove}>
          Approve
        </Button>
      </div>
    </div>
  )
}

const delayMs = 800

/**
 * Whether the page has been in front for a moment. Another site could bring it to the front between the two clicks of
 * a double click, so that the second one would approve.
 */
function usePageVisible(): boolean {
  const [isInFront, setInFront] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      setInFront(false)
      timer = setTimeout(() => setInFront(true), delayMs)
    }
    restart()
    window.addEventListener('focus', restart)
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', restart)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [])
  return isInFront
}

interface UserCodeFormProps {
  /** From the address, or what was typed before. */
  initial: string
  /** Why the code before was rejected. */
  error: string | undefined
  /** Looks the login up. It never answers it. */
  onCode: (code: string) => Promise<void>
}

/** Asks for the code that a terminal shows. */
export function UserCodeForm({ initial, error: rejected, onCode }: UserCodeFormProps) {
  const [code, setCode] = useState(() => shownUserCode(initial) ?? initial)
  const [error, setError] = useState(rejected)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const userCode = shownUserCode(code)
    if (!userCode)
      return setError(
        code.replace(/[^a-z]/gi, '').length === 8
          ? 'No code has these letters. Compare it with the one in your terminal.'
          : 'The code has eight letters, such as WDJB-MJHT',
      )
    setBusy(true)
    setError(undefined)
    try {
      await onCode(userCode)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-wrap items-start gap-3">
      <Field label="Code" error={error ?? rejected} className="min-w-0 flex-1 basis-56">
        <Input
          name="user-code"
          value={code}
          onChange={({ target }) => {
            setCode(target.value)
            setError('')
          }}
          readOnly={busy}
          placeholder="XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="font-mono tracking-widest uppercase placeholder:normal-case"
        />
      </Field>
      <Button type="submit" busy={busy} className="sm:mt-6.5">
        Continue
      </Button>
    </form>
  )
}
