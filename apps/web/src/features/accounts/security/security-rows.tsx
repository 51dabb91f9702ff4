import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { SettingFormRow } from '../../../ui/layout/setting-row.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { hasPasskeys } from '../passkeys/passkey-problem.ts'
import { delayedChangesQuery } from './delayed-changes-query.ts'
import { useAccountSecurity } from './security-queries.ts'
import { passkeysQuery, useProviderLink } from './sign-in-queries.ts'

const ChangePasswordForm = lazyPart(() => import('./row-forms.tsx'), 'ChangePasswordForm')

/** The password that signs in. */
export function PasswordRow() {
  const { data: security } = useAccountSecurity()
  const changedAt = security?.password?.changed_at
  const hasNone = security?.password === null
  return (
    <SettingFormRow
      id="password"
      title="Password"
      description={
        hasNone ? (
          'This account has no password. You sign in another way.'
        ) : (
          <>
            {changedAt ? (
              <>
                Changed <Time at={changedAt} date />.{' '}
              </>
            ) : (
              'Signs you in. '
            )}
            Changing it signs you out everywhere else.
          </>
        )
      }
      actionText="Change"
      actionLabel="Change password"
      disabled={hasNone}
    >
      {(close) => <ChangePasswordForm onChanged={close} />}
    </SettingFormRow>
  )
}

const AddPasskeyForm = lazyPart(() => import('../passkeys/add-passkey-form.tsx'), 'AddPasskeyForm')
const PasskeyList = lazyPart(() => import('../passkeys/passkey-list.tsx'), 'PasskeyList')

/** Passkeys sign in without a password, and some open the vault. */
export function PasskeysRow() {
  const { data: passkeys } = useQuery(passkeysQuery(useApi()))
  const isOffered = hasPasskeys()
  return (
    <SettingFormRow
      id="passkeys"
      title="Passkeys"
      description={
        isOffered
          ? 'Sign in with your fingerprint, face or security key instead of the password.'
          : 'Passkeys work only at an https address with a host name, or in another browser.'
      }
      actionText="Add"
      actionLabel="Add passkey"
      disabled={!isOffered}
      below={passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
    >
      {(close) => <AddPasskeyForm onClose={close} />}
    </SettingFormRow>
  )
}

const TotpForm = lazyPart(() => import('./totp-form.tsx'), 'TotpForm')

/** At this number, the row asks for new codes. */
const warnAt = 3

/** The authenticator app, with its recovery codes. */
export function TotpRow() {
  const { data: security } = useAccountSecurity()
  const isOn = security?.totp === true
  const left = security?.recovery_codes ?? 0
  const isLow = isOn && left <= warnAt
  return (
    <SettingFormRow
      id="authenticator-app"
      title="Authenticator app"
      badge={isOn && (isLow ? <Badge tone="warn">Few recovery codes</Badge> : <Badge tone="good">On</Badge>)}
      description={
        isOn
          ? `Signing in needs a code of the app. ${left} of 10 recovery codes ${left === 1 ? 'is' : 'are'} left.${isLow ? ' Create new ones.' : ''}`
          : 'Asks for a code of an app on your phone after the password. Turns on two-step sign-in.'
      }
      actionText={isOn ? 'Manage' : 'Set up'}
      actionLabel={isOn ? 'Manage authenticator app' : 'Set up authenticator app'}
      disabled={!security}
    >
      {(close) => <TotpForm isOn={isOn} onDone={close} />}
    </SettingFormRow>
  )
}

const LinkProviderForm = lazyPart(() => import('./provider-forms.tsx'), 'LinkProviderForm')
const UnlinkProviderForm = lazyPart(() => import('./provider-forms.tsx'), 'UnlinkProviderForm')

/** The account's link to the identity provider. Shows nothing on an instance without one. */
export function ProviderRow() {
  const { data } = useProviderLink()
  if (!data || (!data.provider && !data.linked)) return null
  const { provider, linked, has_other_way_in } = data
  const label = provider?.label ?? 'Identity provider'
  if (!linked)
    return (
      <SettingFormRow
        id="provider"
        title={label}
        badge={<Badge>Not linked</Badge>}
        description={`Link your account to sign in with ${label}. Your values stay locked until you enter your master password.`}
        actionText="Link"
        actionLabel={`Link ${label}`}
      >
        {(close) => <LinkProviderForm label={label} onLinked={close} />}
      </SettingFormRow>
    )
  return (
    <SettingFormRow
      id="provider"
      title={label}
      badge={<Badge tone="good">Linked</Badge>}
      description={
        <>
          {linked.email && <span className="wrap-anywhere">{linked.email}. </span>}
          {linked.last_used_at && (
            <>
              Last used <Time at={linked.last_used_at} date />.{' '}
            </>
          )}
          {!has_other_way_in &&
            `This is the only way in to your account: ${provider?.only_way_in ? '' : 'set a password or '}add a passkey to remove it.`}
        </>
      }
      // As high as the form that was open before: a link is finished in another window, without a click here.
      below={
        <p className="text-small text-ink-2">Your values stay locked until you enter your master password.</p>
      }
      actionText="Remove"
      actionLabel={`Remove ${label}`}
      disabled={!has_other_way_in}
    >
      {(close) => <UnlinkProviderForm label={label} onUnlinked={close} />}
    </SettingFormRow>
  )
}

const EmptyVaultForm = lazyPart(() => import('./empty-vault-form.tsx'), 'EmptyVaultForm')

/** The last resort of somebody who lost both the master password and the recovery key. */
export function EmptyVaultRow({ hasVault }: { hasVault: boolean }) {
  const { api } = useConnection()
  const { data } = useQuery(delayedChangesQuery(api))
  const isUnderWay = data?.some(({ kind }) => kind === 'empty-vault') === true
  return (
    <SettingFormRow
      id="empty-vault"
      title="Lost master password and recovery key"
      description={
        hasVault
          ? 'Nobody can open your vault without one of them. You can start an empty one, 72 hours from now.'
          : 'You have no vault yet. Set a master password to create one.'
      }
      actionText="Start empty"
      actionLabel="Start empty vault"
      disabled={isUnderWay || !hasVault}
    >
      {(close) => <EmptyVaultForm onStarted={close} />}
    </SettingFormRow>
  )
}
