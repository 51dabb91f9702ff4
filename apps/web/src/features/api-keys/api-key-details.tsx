import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { apiKeyPermissions } from '@envhold/contract/permissions.ts'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { accessibleIn } from '../projects/environment-slots.tsx'
import { keyState, keyStates } from './key-state.ts'

interface Props {
  apiKey: ApiKey
  environments: readonly Environment[]
}

/** What a key may do, and who created it. */
export function ApiKeyDetails({ apiKey, environments }: Props) {
  const { environment_access: access, permissions, allowed_ips, rate_limit_per_hour: limit } = apiKey
  const state = keyStates[keyState(apiKey, Date.now())]
  const readable = accessibleIn(environments, access)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-small sm:grid-cols-4">
      <Fact label="Status">
        <Badge tone={state.tone}>{state.text}</Badge>
      </Fact>
      <Fact label="Environments">
        {access === null ? 'All environments' : readable.map(({ name }) => name).join(', ') || 'None is left'}
      </Fact>
      <Fact label="Allowed IPs">{allowed_ips.join(', ') || 'Any address'}</Fact>
      <Fact label="Expires">{apiKey.expires_at ? <Time at={apiKey.expires_at} /> : 'Never'}</Fact>
      <Fact label="Used">{formatCount(apiKey.usage_count, 'time')}</Fact>
      <Fact label="Last used">{apiKey.last_used_at ? <Time at={apiKey.last_used_at} /> : 'Never'}</Fact>
      <Fact label="Rate limit">{limit === -1 ? 'Unlimited' : `${formatCount(limit)} per hour`}</Fact>
      <Fact label="Created">
        <Time at={apiKey.created_at} date /> by{' '}
        <span title={apiKey.creator.email}>{apiKey.creator.username}</span>
      </Fact>
      <Fact label="Permissions" wide>
        {apiKeyPermissions
          .filter(({ name }) => permissions.includes(name))
          .map(({ description }) => description)
          .join(' · ')}
      </Fact>
    </dl>
  )
}

const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? 'col-span-full' : 'min-w-0'}>
    <dt className="text-ink-3">{label}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)
