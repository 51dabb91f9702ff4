import { lazy } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { SettingFormRow } from '../../../ui/setting-form-row.tsx'
import { Time } from '../../../ui/time.tsx'
import { useProviderLink } from './security-queries.ts'

const LinkProviderForm = lazy(async () => ({
  default: (await import('./link-provider-form.tsx')).LinkProviderForm,
}))
const UnlinkProviderForm = lazy(async () => ({
  default: (await import('./unlink-provider-form.tsx')).UnlinkProviderForm,
}))

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
            'This is the only way in to your account: set a password or add a passkey to remove it.'}
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
