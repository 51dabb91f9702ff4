import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { ChartNoAxesColumn, Pencil, Trash2 } from 'lucide-react'
import { Fragment } from 'react'
import { cn } from '../../ui/class-names.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
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
import { accessibleIn, EnvironmentSlots } from '../projects/environment-slots.tsx'
import { keyState, keyStates } from './key-state.ts'

type Act = (apiKey: ApiKey) => void

interface Props {
  /** Undefined while they load. */
  keys: readonly ApiKey[] | undefined
  environments: readonly Environment[]
  /** The calls in 30 days, by the ID of the key; undefined until they are read. */
  calls: ReadonlyMap<string, number> | undefined
  onUsage: Act
  onEdit: Act
  onDelete: Act
}

const columns = [
  ['Key', 'rounded-tl-lg'],
  ['Environments', 'w-46'],
  ['Expires', 'w-27'],
  ['Last used', 'w-28'],
  ['Calls, 30 days', 'w-28 text-right max-lg:hidden'],
] as const

const skeletonRows = ['first', 'second']

export function ApiKeyTable({ keys, ...rest }: Props) {
  return (
    <div className="rounded-lg border bg-surface" aria-busy={keys === undefined || undefined}>
      <Table className="sm:table-fixed">
        <TableHead>
          <tr>
            {columns.map(([title, style]) => (
              <TableHeadCell key={title} className={style}>
                {title}
              </TableHeadCell>
            ))}
            <TableHeadCell className="w-30 rounded-tr-lg">
              <span className="sr-only">Actions</span>
            </TableHeadCell>
          </tr>
        </TableHead>
        <TableBody>
          {keys?.map((apiKey) => (
            <Fragment key={apiKey.id}>
              <ApiKeyRow apiKey={apiKey} {...rest} />
              {apiKey.deactivated_at && <Deactivation apiKey={apiKey} at={apiKey.deactivated_at} />}
            </Fragment>
          )) ??
            skeletonRows.map((row) => (
              <TableRow key={row}>
                {[...columns, ['Actions', '']].map(([title, style]) => (
                  <TableCell key={title} className={cn('h-13 max-sm:basis-full', style)}>
                    <Skeleton className="h-3 max-w-32" />
                  </TableCell>
                ))}
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </div>
  )
}

type RowProps = Omit<Props, 'keys'> & { apiKey: ApiKey }

function ApiKeyRow({ apiKey, environments, calls, onUsage, onEdit, onDelete }: RowProps) {
  const { key_name: name, environment_access, expires_at, last_used_at } = apiKey
  const state = keyState(apiKey, Date.now())
  const readable = accessibleIn(environments, environment_access)
  return (
    <TableRow>
      <th scope="row" className={cn(cell, 'py-1.5 font-normal max-sm:flex-1 max-sm:basis-40')}>
        <span className="block truncate text-base font-medium" title={name}>
          {name}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-ink-3">{apiKey.api_key_preview}</code>
          {state !== 'active' && <Badge tone={keyStates[state].tone}>{keyStates[state].text}</Badge>}
        </span>
      </th>
      <TableCell wide className="max-sm:order-1">
        <EnvironmentSlots environments={environments} readable={readable}>
          {environment_access === null ? 'All' : <span aria-hidden="true">{readable.length}</span>}
        </EnvironmentSlots>
      </TableCell>
      <TableCell className={cn('whitespace-nowrap max-sm:order-1', state === 'expiring' && 'text-warn')}>
        <span className="text-ink-3 sm:hidden">Expires: </span>
        {expires_at ? <Time at={expires_at} /> : 'Never'}
      </TableCell>
      <TableCell className="whitespace-nowrap max-sm:order-1">
        <span className="text-ink-3 sm:hidden">Last used: </span>
        {last_used_at ? <Time at={last_used_at} /> : 'Never'}
      </TableCell>
      <TableCell className="text-right whitespace-nowrap tabular-nums max-lg:hidden">
        {calls ? formatCount(calls.get(apiKey.id) ?? 0) : '…'}
      </TableCell>
      <TableCell>
        <RowActions>
          <IconButton label={`Usage of ${name}`} onClick={() => onUsage(apiKey)}>
            <ChartNoAxesColumn />
          </IconButton>
          <IconButton label={`Edit ${name}`} onClick={() => onEdit(apiKey)}>
            <Pencil />
          </IconButton>
          <IconButton
            label={`Delete ${name}`}
            onClick={() => onDelete(apiKey)}
            className="hover:bg-bad-soft hover:text-bad"
          >
            <Trash2 />
          </IconButton>
        </RowActions>
      </TableCell>
    </TableRow>
  )
}

const cell = 'border-b px-3 text-left align-middle group-last/row:border-b-0 max-sm:border-0 max-sm:px-0'

const Deactivation = ({ apiKey, at }: { apiKey: ApiKey; at: string }) => (
  <tr className="max-sm:block">
    <td colSpan={columns.length + 1} className="border-b p-3 max-sm:block">
      <Banner
        tone="warn"
        title={
          <>
            An operator deactivated this key <Time at={at} />
          </>
        }
      >
        {apiKey.deactivated_reason && <p className="break-words">Reason: {apiKey.deactivated_reason}</p>}
        <p>It cannot be activated again. Delete it, and create another one where you need access.</p>
      </Banner>
    </td>
  </tr>
)
