import { changeDelayHours } from '@envhold/contract/accounts/account-security.ts'
import { stepUpMinutes, strengthOf } from '@envhold/contract/accounts/step-up.ts'
import { useState } from 'react'
import type { StepUpRequest } from '../../../connection/session/prompts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { PasskeyProof, PasswordProof, ProviderProof, RecoveryCodeProof, TotpProof } from './step-up-forms.tsx'

/** The quickest first. */
const methods = [
  { method: 'passkey', label: 'Use a passkey', Form: PasskeyProof },
  { method: 'totp', label: 'Use your authenticator app', Form: TotpProof },
  { method: 'recovery-code', label: 'Use a recovery code', Form: RecoveryCodeProof },
  { method: 'password', label: 'Use your password', Form: PasswordProof },
  { method: 'oidc', label: 'Use your identity provider', Form: ProviderProof },
] as const

/** Why an open vault is not enough for calls with a tag. */
const reasons: Readonly<Record<string, string>> = {
  'API keys':
    'An API key keeps working after you sign out, so an open vault is not enough to create, change or delete one.',
  'Personal tokens':
    'A token keeps working after you sign out, so an open vault is not enough to create one.',
}

interface Props extends StepUpRequest {
  onSettled: (isConfirmed: boolean) => void
}

/** Asks who it is before a call that matters; the call is repeated afterwards. */
export function StepUpDialog({ methods: accepted, tag, onSettled }: Props) {
  const offered = methods.filter(({ method }) => accepted.includes(method))
  const [chosen, setChosen] = useState(offered[0])
  return (
    <Dialog
      onClose={() => onSettled(false)}
      size="sm"
      title="Confirm it is you"
      description={
        <>
          {reasons[tag] && <p className="mb-2">{reasons[tag]}</p>}
          <p>{`You stay confirmed for ${stepUpMinutes} minutes. Nothing you typed is lost.`}</p>
        </>
      }
    >
      {chosen ? (
        <chosen.Form onConfirmed={() => onSettled(true)} />
      ) : (
        <p className="text-ink-2">Sign out and sign in again to continue.</p>
      )}
      {offered.length > 1 && (
        <div className="grid justify-items-start gap-2">
          {offered
            .filter((method) => method !== chosen)
            .map((method) => (
              <Button key={method.method} variant="link" onClick={() => setChosen(method)}>
                {method.label}
              </Button>
            ))}
        </div>
      )}
      {accepted.length > 0 && accepted.every((method) => strengthOf(method) === 2) && (
        <FactorRemoval
          label={accepted.every((method) => method === 'passkey') ? 'your passkey' : 'all of these'}
        />
      )}
    </Dialog>
  )
}

/** The way out where no password confirms. A tab of its own keeps what was typed here. */
const FactorRemoval = ({ label }: { label: string }) => (
  <p className="text-small text-ink-2">
    Lost {label}?{' '}
    <a href="/contact" target="_blank" rel="noreferrer" className="text-accent underline underline-offset-4">
      Ask an operator
    </a>{' '}
    of this instance to remove your second factors. You get an e-mail, and {changeDelayHours} hours later you
    can confirm without them.
  </p>
)
