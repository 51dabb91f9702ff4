import { createCliToken, listPersonalTokens } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { Link, useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { notifyError } from '../../connection/api/notify-error.ts'
import { refetchReads } from '../../connection/api/read-query.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Card } from '../../ui/layout/card.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { copyFailed } from '../../ui/text/copy-button.tsx'

/** Generates a token to paste, and shows it once. */
export function CliToken() {
  const { api, withUnlockedVault, queries, session } = useConnection()
  const [token, setToken] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const [busy, setBusy] = useState(false)
  const forgetToken = () => {
    setReplacing(false)
    setToken(null)
  }
  const generate = async () => {
    if (session.read() === null) return toast.error('Please log in first')
    setBusy(true)
    try {
      const made = await withUnlockedVault(() => api.call(createCliToken, {}))
      setToken(made.token)
      setCopied(false)
      toast.success('CLI token generated successfully!')
      await refetchReads(queries, listPersonalTokens)
    } catch (error) {
      notifyError(error, cliErrors.createCliToken)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Card className="grid gap-4">
        {token ? (
          <>
            <Banner tone="warn">Copy it now: this token is shown only once.</Banner>
            <CodeBlock
              code={token}
              label="Copy token"
              onCopied={() => {
                setCopied(true)
                toast.success('Token copied to clipboard!')
              }}
              onFailed={copyFailed('Failed to copy token')}
            />
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={copied ? forgetToken : () => setReplacing(true)}>
                Generate Another Token
              </Button>
              <Button variant="ghost" asChild>
                <Link to="/account/tokens">Manage Tokens</Link>
              </Button>
            </div>
          </>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="min-w-0 flex-1 basis-64 text-ink-2">
              The token reads your values without your master password, so protect it like a password. It is
              shown only once.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="ghost" asChild>
                <Link to="/account/tokens">Manage Tokens</Link>
              </Button>
              <Button busy={busy} onClick={generate}>
                Generate CLI Token
              </Button>
            </div>
          </div>
        )}
      </Card>
      {token && !copied && (
        <UnsavedToken replacing={replacing} onStay={() => setReplacing(false)} onReplace={forgetToken} />
      )}
    </>
  )
}

interface Props {
  /** Another token was requested while this one is shown. */
  replacing: boolean
  onStay: () => void
  onReplace: () => void
}

/** Asks for confirmation before a token that was not copied disappears. */
function UnsavedToken({ replacing, onStay, onReplace }: Props) {
  const { session } = useConnection()
  const leaving = useBlocker({
    // After signing out there is nothing to return to.
    shouldBlockFn: () => session.read() !== null,
    withResolver: true,
  })
  const blocked = leaving.status === 'blocked'
  return (
    <ConfirmDialog
      open={replacing || blocked}
      onOpenChange={(open) => {
        if (open) return
        if (blocked) leaving.reset()
        onStay()
      }}
      tone="warning"
      title="Have you saved the token?"
      description="It is shown only once. After that, nobody can show it again, and you would have to generate a new one."
      confirmText="I have saved it"
      cancelText="Go back"
      onConfirm={() => (blocked ? leaving.proceed() : onReplace())}
    />
  )
}

/** What people read when one of these calls fails. */
export const cliErrors = {
  createCliToken: {
    fallback: 'Failed to generate CLI token',
    on: { UNAUTHENTICATED: 'Please log in to generate a CLI token' },
  },
  openDeviceLogin: {
    fallback: 'Failed to look up the code',
    on: { LOCKED_OUT: 'Too many wrong codes. Please try again later.' },
  },
  approveDeviceLogin: { fallback: 'The terminal may be logged in: look at Manage Tokens' },
  denyDeviceLogin: { fallback: 'Failed to answer the login' },
} as const satisfies Record<string, ErrorTexts>
