import { login, type SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { SlowNote } from '../../../ui/feedback/slow-note.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField, TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { useIdentityProvider, useSignUpMode } from '../identity-provider/provider-button.tsx'
import { hasPasskeys } from '../passkeys/passkey-problem.ts'
import { type PendingSignIn, pendingSignInOf, saveSession } from './pending-sign-in.ts'
import { OnlyProvider, ProviderSignIn } from './provider-sign-in.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

interface Props {
  onSignedIn: () => void
  /** Without it, there is no link to the sign-up form. */
  onSignUp?: () => void
  /** The expected account. */
  email?: string
  /** The page may be left for the identity provider: it holds nothing. */
  leavesPage?: boolean
}

export function SignInForm({ onSignedIn, onSignUp, email = '', leavesPage = false }: Props) {
  const connection = useConnection()
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const provider = useIdentityProvider()
  const isClosed = useSignUpMode() === 'closed'
  const [usesPassword, setUsesPassword] = useState(false)

  const finish = (signedIn: SignInAnswer) => {
    saveSession(connection, signedIn)
    toast.success(signedIn.restored ? 'Welcome back, your account is restored' : 'Login successful!')
    onSignedIn()
  }

  const form = useActionForm({
    schema: login.body,
    initial: { email, password: '' },
    errors: accountErrors.login,
    onSubmit: async (body) => {
      try {
        const deviceToken = connection.deviceTokens.find(body.email)
        const known = deviceToken !== undefined && { deviceToken }
        finish(await connection.api.call(login, { body: { ...body, ...known } }))
      } catch (error) {
        const waiting = pendingSignInOf(error, body.email)
        if (waiting) return setPending(waiting)
        if (!connection.sessionExpired.read()) connection.forget()
        throw error
      }
    },
  })
  if (pending)
    return <SecondFactorForm pending={pending} onSignedIn={finish} onBack={() => setPending(null)} />
  const atProvider = { leavesPage, onSignedIn: finish, onPending: setPending }
  if (provider?.only_way_in && !usesPassword)
    return <OnlyProvider {...atProvider} onUsePassword={() => setUsesPassword(true)} />
  return (
    <ActionForm
      form={form}
      name="sign-in"
      submitText="Sign in"
      wide
      below={
        <>
          <ForgotPassword email={form.watch('email')} />
          <PasskeySignIn onSignedIn={finish} />
          <ProviderSignIn {...atProvider} />
          {onSignUp && (
            <p className="text-center text-ink-2">
              {isClosed ? 'This server accepts no new accounts at the moment.' : 'No account yet? '}
              {!isClosed && (
                <Button variant="link" onClick={onSignUp}>
                  Create one
                </Button>
              )}
            </p>
          )}
        </>
      }
    >
      <TextField
        {...form.field('email')}
        label="E-mail or username"
        type="text"
        inputMode="email"
        autoComplete="username webauthn"
        autoFocus={email === ''}
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        autoFocus={email !== ''}
      />
      <SlowNote busy={form.isBusy}>
        Signing in is taking longer than usual because the server is busy. You are in the queue.
      </SlowNote>
    </ActionForm>
  )
}

/** Leads to resetting the account password. A plain link: the form also stands in documents without the router. */
const ForgotPassword = ({ email }: { email: string }) => (
  <p className="text-center text-small">
    <a href="/reset-password" className="text-accent hover:underline" onClick={() => rememberEmail(email)}>
      Forgot your password?
    </a>
  </p>
)

/** An e-mail address has no place in a URL. */
function rememberEmail(email: string) {
  try {
    if (email.includes('@')) sessionStorage.setItem('envhold.reset-email', email)
  } catch {
    // Without storage, the address is typed again.
  }
}

interface PasskeySignInProps {
  onSignedIn: (signedIn: SignInAnswer) => void
}

/** Loads with the sign-in form, and never with a page that has none. */
const load = () => import('../passkeys/sign-in-by-passkey.ts')

/** Signs in with a passkey: by the button, or chosen among the suggestions of the first field. */
function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  return hasPasskeys() ? <Offer onSignedIn={onSignedIn} /> : null
}

function Offer({ onSignedIn }: PasskeySignInProps) {
  const connection = useConnection()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const signedIn = useEffectEvent(onSignedIn)

  // The suggestions wait until the form closes, or another way to sign in is chosen.
  useEffect(() => {
    const stop = new AbortController()
    void load().then(
      ({ suggestPasskeys }) =>
        suggestPasskeys(connection, { signal: stop.signal, onSignedIn: signedIn, onProblem: setProblem }),
      // The button says so.
      () => {},
    )
    return () => stop.abort()
  }, [connection])

  const ask = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { signInByPasskey } = await load()
      await signInByPasskey(connection, { onSignedIn, onProblem: setProblem })
    } catch {
      setProblem('The part for passkeys did not load. Reload the page, or sign in with your password.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button variant="secondary" onClick={() => void ask()} busy={busy} className="w-full">
        <KeyRound className="size-4" aria-hidden="true" />
        Sign in with a passkey
      </Button>
    </>
  )
}
