import {
  listPersonalTokens,
  type PersonalToken,
  revokePersonalToken,
} from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { deferred } from '../../ui/deferred.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  RowActions,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '../../ui/lists/table.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'

/** Its code loads when it first shows. */
export const RevokeDialog = deferred(
  async () => (await import('../environments/exposure/revoke-dialog.tsx')).RevokeDialog,
)

const perHour = (limit: number) => (limit < 0 ? 'Unlimited' : `${formatCount(limit)}/h`)

export function PersonalTokensTable({ tokens }: { tokens: readonly PersonalToken[] }) {
  const { api, queries } = useConnection()
  const [revoking, setRevoking] = useState<PersonalToken | null>(null)
  const revoke = async (id: string) => {
    try {
      await api.call(revokePersonalToken, { params: { id } })
      toast.success('Token revoked successfully')
    } finally {
      await queries.invalidateQueries(personalTokensQuery(api))
    }
  }
  return (
    <>
      <Table>
        <TableHead>
          <tr>
            <TableHeadCell>Name</TableHeadCell>
            <TableHeadCell>Permissions</TableHeadCell>
            <TableHeadCell>Created</TableHeadCell>
            <TableHeadCell>Last used</TableHeadCell>
            <TableHeadCell>Expires</TableHeadCell>
            <TableHeadCell>Rate limit</TableHeadCell>
            <TableHeadCell>
              <span className="sr-only">Actions</span>
            </TableHeadCell>
          </tr>
        </TableHead>
        <TableBody>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </TableBody>
      </Table>
      {revoking && (
        <RevokeDialog
          subject={{ token: revoking.id }}
          reader={revoking.token_name}
          title="Revoke token"
          description={`Are you sure you want to revoke ${revoking.token_name}? This action cannot be undone.${revoking.permissions.includes('manage_projects') ? ` ${remaining}` : ''}`}
          confirmText="Revoke token"
          errors={personalTokenErrors.revokePersonalToken}
          onClose={() => setRevoking(null)}
          onConfirm={() => revoke(revoking.id)}
        />
      )}
    </>
  )
}

const remaining =
  'API keys and invitations that it created remain: check the tabs API Keys and Collaborators of your projects.'

/** A table cell on wide screens, the end of a line on phones. */
const Never = () => (
  <>
    <span className="max-sm:hidden">Never</span>
    <span className="sm:hidden">never</span>
  </>
)

function TokenRow({ token, onRevoke }: { token: PersonalToken; onRevoke: () => void }) {
  return (
    <TableRow>
      <TableCell className="py-2 max-sm:min-w-0 max-sm:flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium break-words">{token.token_name}</span>
          {token.is_expired && <Badge tone="bad">Expired</Badge>}
        </span>
        <span className="font-mono whitespace-nowrap text-ink-3">{token.token_preview}</span>
      </TableCell>
      <TableCell wide className="max-w-64 py-2 text-ink-2 max-sm:order-1 max-sm:max-w-none">
        {token.permissions.join(', ')}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 max-sm:order-2">
        <span className="sm:hidden">Created </span>
        <Time at={token.created_at} date />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 max-sm:order-2">
        <span className="sm:hidden">Last used </span>
        {token.last_used_at ? <Time at={token.last_used_at} /> : <Never />}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 max-sm:order-2">
        <span className="sm:hidden">Expires </span>
        {token.expires_at ? <Time at={token.expires_at} date /> : <Never />}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 max-sm:order-2">
        {perHour(token.rate_limit_per_hour)}
      </TableCell>
      <TableCell>
        <RowActions>
          <IconButton label={`Revoke ${token.token_name}`} onClick={onRevoke}>
            <Trash2 />
          </IconButton>
        </RowActions>
      </TableCell>
    </TableRow>
  )
}

export const personalTokensQuery = (api: Api) =>
  readQuery(api, listPersonalTokens, {}, ({ tokens }) => tokens)

/** What people read when one of these calls fails. */
export const personalTokenErrors = {
  loadPersonalTokens: { fallback: 'Failed to load personal tokens' },
  createPersonalToken: { fallback: 'Failed to create token' },
  revokePersonalToken: { fallback: 'Failed to revoke token' },
} as const satisfies Record<string, ErrorTexts>
