import { ApiError } from '@envhold/client/api-error.ts'
import {
  confirmTotpSetUp,
  removeTotp,
  renewRecoveryCodes,
  setUpTotp,
} from '@envhold/contract/accounts/second-factors.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { errorText } from '../../../connection/api/error-text.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { CodeForm } from '../second-factor/code-form.tsx'
import { totpQuery } from './sign-in-queries.ts'

/** Shows the secret as a QR code and as text, and turns the app on with its first code. */
export function TotpSetUp({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const api = useApi()
  const {
    data: made,
    error,
    refetch,
  } = useQuery({
    queryKey: ['totp-set-up'],
    queryFn: () => api.call(setUpTotp, {}),
    // The secret leaves the memory with the form, and nothing but the user makes another one.
    gcTime: 0,
    staleTime: 'static',
    retry: false,
  })
  const confirm = async (code: string) => {
    try {
      onCodes((await api.call(confirmTotpSetUp, { body: { code } })).recovery_codes)
    } catch (rejection) {
      if (rejection instanceof ApiError && rejection.code === 'NOT_FOUND') void refetch()
      throw rejection
    }
  }
  if (error)
    return (
      <Banner
        tone="bad"
        action={
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {errorText(error, { fallback: 'The set-up could not begin' })}
      </Banner>
    )
  if (!made) return <Skeleton className="h-96" />
  return (
    <ol className="grid gap-5">
      <li className="grid gap-3">
        <Step number={1}>Scan this with an authenticator app, such as the one of your password manager.</Step>
        <QrCode text={made.uri} label="QR code for your authenticator app" />
        <p className="text-small text-ink-2">Cannot scan it? Enter this key in the app:</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 rounded-md border bg-sunken px-3 py-2 font-mono break-words">
            {made.secret.replace(/.{4}(?=.)/g, '$& ')}
          </code>
          <CopyButton text={made.secret} label="Copy key" />
        </div>
      </li>
      <li className="grid gap-3">
        <Step number={2}>Enter the code that the app shows.</Step>
        {/* Focus would scroll the QR code out of a small screen. */}
        <CodeForm method="totp" submitText="Turn on" send={confirm} autoFocus={false} />
      </li>
    </ol>
  )
}

const Step = ({ number, children }: { number: number; children: string }) => (
  <p className="flex gap-2">
    <span className="font-medium">{number}.</span>
    {children}
  </p>
)

/** The light space that readers need around a code, in modules. */
const border = 3

/** A QR code, dark on light in every theme, as some readers need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

interface Props {
  onCodes: (codes: readonly string[]) => void
  onTurnedOff: () => void
}

/** New recovery codes, or no app any more. */
export function TotpManage({ onCodes, onTurnedOff }: Props) {
  const api = useApi()
  const { data } = useQuery(totpQuery(api))
  const [dialog, setDialog] = useState<'codes' | 'off'>()
  const close = () => setDialog(undefined)

  const renew = async () => {
    onCodes((await api.call(renewRecoveryCodes, {})).recovery_codes)
  }
  const turnOff = async () => {
    await api.call(removeTotp, {})
    onTurnedOff()
  }
  return (
    <div className="grid gap-4">
      {data?.totp && (
        <p className="text-ink-2">
          On since <Time at={data.totp.confirmed_at} date />.
          {data.totp.last_used_at && (
            <>
              {' '}
              Last used <Time at={data.totp.last_used_at} />.
            </>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setDialog('codes')} autoFocus>
          Create new recovery codes
        </Button>
        <Button variant="secondary" onClick={() => setDialog('off')}>
          Turn off
        </Button>
      </div>
      {dialog === 'codes' && (
        <CallDialog
          tone="warning"
          title="Create new recovery codes?"
          description="The codes that you have now stop working. The new ones are shown once."
          confirmText="Create new codes"
          errors={{
            fallback: 'No new codes were created',
            unanswered: 'New codes may have been created: create them again to see them',
          }}
          onClose={close}
          onConfirm={renew}
        />
      )}
      {dialog === 'off' && (
        <CallDialog
          title="Turn off the authenticator app?"
          description="You will no longer need a code to sign in, and your recovery codes stop working. Anyone with your password can sign in."
          confirmText="Turn off"
          errors={{ fallback: 'The app is still on', unanswered: 'It may be off: reload the page to see' }}
          onClose={close}
          onConfirm={turnOff}
        />
      )}
    </div>
  )
}
