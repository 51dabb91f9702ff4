import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { ChartNoAxesColumn, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../ui/class-names.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'

const tones = {
  active: 'good',
  expiring: 'warn',
  expired: 'bad',
  inactive: 'neutral',
  deactivated: 'bad',
} as const

interface Props {
  apiKey: ApiKey
  environments: readonly Environment[]
  onUsage: () => void
  onEdit: () => void
  onDelete: () => void
}

export function ApiKeyCard({ apiKey, environments, onUsage, onEdit, onDelete }: Props) {
  const state = keyState(apiKey, Date.now())
  const { key_name: name, environment_access: access } = apiKey
  const nameOf = (id: string) =>
    environments.find((environment) => String(environment.id) === id)?.name ?? `#${id}`
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="min-w-0 font-semibold break-words">{name}</h3>
            <Badge tone={tones[state]}>{keyStates[state]}</Badge>
          </div>
          <p className="flex flex-wrap gap-x-2 text-small text-ink-3">
            <code className="font-mono break-all">{apiKey.api_key_preview}</code>
            <span>
              Created <Time at={apiKey.created_at} date /> by{' '}
              <span title={apiKey.creator.email}>{apiKey.creator.username}</span>
            </span>
          </p>
        </div>
        <div className="-my-1 flex shrink-0">
          <IconButton label={`Usage of ${name}`} onClick={onUsage}>
            <ChartNoAxesColumn />
          </IconButton>
          <IconButton label={`Edit ${name}`} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton
            label={`Delete ${name}`}
            onClick={onDelete}
            className="hover:bg-bad-soft hover:text-bad"
          >
            <Trash2 />
          </IconButton>
        </div>
      </div>
      {apiKey.deactivated_at && (
        <Banner
          tone="warn"
          title={
            <>
              An operator deactivated this key <Time at={apiKey.deactivated_at} />
            </>
          }
        >
          {apiKey.deactivated_reason && <p className="break-words">Reason: {apiKey.deactivated_reason}</p>}
          <p>It cannot be activated again. Delete it, and create another one where you need access.</p>
        </Banner>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-small sm:grid-cols-4">
        <Fact label="Permissions" wide>
          {apiKey.permissions.join(', ')}
        </Fact>
        <Fact label="Environments">
          {access === null ? 'All environments' : access.map(nameOf).join(', ')}
        </Fact>
        <Fact label="Allowed IPs">
          {apiKey.allowed_ips.length === 0 ? 'Any address' : apiKey.allowed_ips.join(', ')}
        </Fact>
        <Fact label="Expires">{apiKey.expires_at ? <Time at={apiKey.expires_at} /> : 'Never'}</Fact>
        <Fact label="Used">
          {apiKey.usage_count === 1 ? 'Once' : `${formatCount(apiKey.usage_count)} times`}
        </Fact>
        <Fact label="Last used">{apiKey.last_used_at ? <Time at={apiKey.last_used_at} /> : 'Never'}</Fact>
        <Fact label="Rate limit">
          {apiKey.rate_limit_per_hour === -1
            ? 'Unlimited'
            : `${formatCount(apiKey.rate_limit_per_hour)} per hour`}
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cn('grid min-w-0 content-start', wide && 'col-span-2')}>
      <dt className="text-ink-3">{label}</dt>
      <dd className="break-words text-ink">{children}</dd>
    </div>
  )
}

const keyStates = {
  active: 'Active',
  expiring: 'Expires Soon',
  expired: 'Expired',
  inactive: 'Inactive',
  deactivated: 'Deactivated by an operator',
} as const
type KeyState = keyof typeof keyStates

const expiringWithinMs = 7 * 24 * 60 * 60 * 1_000

/** A key that is switched off is so whatever its expiry. */
export function keyState(
  key: Pick<ApiKey, 'is_active' | 'expires_at' | 'deactivated_at'>,
  now: number,
): KeyState {
  if (key.deactivated_at !== null) return 'deactivated'
  if (!key.is_active) return 'inactive'
  if (key.expires_at === null) return 'active'
  const left = Date.parse(key.expires_at) - now
  if (left <= 0) return 'expired'
  return left <= expiringWithinMs ? 'expiring' : 'active'
}
