import type { ListedApiKey } from '@envhold/contract/operator/api-keys.ts'
import { Badge } from '../../../ui/text/badge.tsx'

type State = Pick<ListedApiKey, 'is_active' | 'expires_at' | 'deactivated_at'>

/** An active key whose expiry has passed is expired. */
export function KeyStatusBadge({ apiKey: { is_active, expires_at } }: { apiKey: State }) {
  if (!is_active) return <Badge>Inactive</Badge>
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return <Badge tone="warn">Expired</Badge>
  return <Badge tone="good">Active</Badge>
}

/** Green below 300, yellow from 300, red from 400. */
export function StatusCodeBadge({ code }: { code: number }) {
  return <Badge tone={code >= 400 ? 'bad' : code >= 300 ? 'warn' : 'good'}>{code}</Badge>
}
