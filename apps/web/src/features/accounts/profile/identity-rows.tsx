import { cancelEmailChange } from '@envhold/contract/accounts/mailed-links.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useAccount, useSessionState } from '../../../connection/session/use-session-state.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SettingFormRow } from '../../../ui/layout/setting-row.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { accountErrors } from '../account-errors.ts'
import { displayName, fullName } from '../display-name.ts'
import { emailChangeQuery } from '../security/sign-in-queries.ts'
import { useSendVerification } from '../verify-email/verify-notice.tsx'

const ProfileForm = lazyPart(() => import('./profile-form.tsx'), 'ProfileForm')

/** Username and name. */
export function NameRow() {
  const state = useSessionState()
  const account = state.status === 'ready' ? state.account : null
  const name = account && (fullName(account) ?? displayName(account))
  return (
    <SettingFormRow
      id="name"
      title="Name"
      description={
        account ? (
          <>
            {name !== account.username && <span className="break-words">{name} · </span>}
            <span className="break-words">{account.username}</span>
            {' · '}member since <Time at={account.created_at} date />
          </>
        ) : state.status === 'degraded' ? (
          'It shows here once the server answers again.'
        ) : (
          ' '
        )
      }
      actionText="Change"
      actionLabel="Change name"
      disabled={!account}
    >
      {(close) => account && <ProfileForm key={account.id} account={account} onSaved={close} />}
    </SettingFormRow>
  )
}

const TimeZoneForm = lazyPart(() => import('./time-zone-form.tsx'), 'TimeZoneForm')

/** In which time zone e-mails write dates. Pages write them in the browser's. */
export function TimeZoneRow() {
  const account = useAccount()
  return (
    <SettingFormRow
      id="time-zone"
      title="Time zone of e-mails"
      description={account ? (account.time_zone ?? 'UTC').replaceAll('_', ' ') : ' '}
      actionText="Change"
      actionLabel="Change time zone"
      disabled={!account}
    >
      {(close) => account && <TimeZoneForm account={account} onSaved={close} />}
    </SettingFormRow>
  )
}

const ChangeEmailForm = lazyPart(() => import('../security/row-forms.tsx'), 'ChangeEmailForm')

/** The account's e-mail address, whether it is verified, and a change that waits for its confirmation. */
export function EmailRow() {
  const account = useAccount()
  const isVerified = account?.email_verified === true
  const canMail = account?.can_verify_email === true
  return (
    <SettingFormRow
      id="email"
      title="E-mail"
      badge={
        account &&
        (isVerified ? (
          <Badge tone="good">
            <CircleCheck aria-hidden="true" />
            Verified
          </Badge>
        ) : (
          <Badge tone="warn">Not verified</Badge>
        ))
      }
      description={
        <>
          <span className="break-all">{account?.email}</span>
          {account && !canMail && (
            <span className="block text-ink-3">
              This server sends no mail, so it cannot verify addresses. To join a project, open the link that
              its owner gives you.
            </span>
          )}
        </>
      }
      actionText="Change"
      actionLabel="Change e-mail address"
      disabled={!canMail}
      below={
        canMail && (
          <>
            {!isVerified && <SendAgain />}
            <PendingEmail />
          </>
        )
      }
    >
      {(close) => <ChangeEmailForm onAsked={close} />}
    </SettingFormRow>
  )
}

function SendAgain() {
  const { send, sending } = useSendVerification()
  return (
    <p>
      <Button variant="link" busy={sending} onClick={() => void send()}>
        Send the verification link again
      </Button>
    </p>
  )
}

function PendingEmail() {
  const { api, queries } = useConnection()
  const { data } = useQuery(emailChangeQuery(api))
  const cancel = useMutation({
    mutationFn: () => api.call(cancelEmailChange, {}),
    onError: (error) => toast.error(errorText(error, accountErrors.changeEmail)),
    onSettled: () => queries.invalidateQueries(emailChangeQuery(api)),
  })
  if (!data) return null
  return (
    <p className="text-small text-ink-2">
      Waiting for <span className="break-all">{data.email}</span>: open the link that we mailed there.{' '}
      <Button variant="link" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel the change
      </Button>
    </p>
  )
}
