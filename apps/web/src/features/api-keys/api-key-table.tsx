import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { ChartNoAxesColumn, Pencil, Trash2 } from 'lucide-react'
import { Fragment } from 'react'
import { cn } from '../../ui/class-names.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useLastCount } from '../../ui/feedback/loading.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListRow, ListSkeleton, ListTable } from '../../ui/lists/list-table.tsx'
import { GridRow, GridRowHead, PlacedCell, RowActions } from '../../ui/lists/table.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { accessibleIn, EnvironmentSlots } from '../projects/environment-slots.tsx'
import { keyState, keyStates } from './key-state.ts'

type Act = (apiKey: ApiKey) => void

interface Props {
  project: Pick<Project, 'id' | 'name'>
  /** Undefined while they load. */
  keys: readonly ApiKey[] | undefined
  environments: readonly Environment[]
  /** The calls in 30 days, by the ID of the key; undefined until they are read. */
  calls: ReadonlyMap<string, number> | undefined
  onUsage: Act
  onEdit: Act
  onDelete: Act
}

/** Of each row and of the head: key, environments, expiry, last use, calls, actions. */
const columns =
  'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_8rem_6rem_6.5rem_7rem] lg:grid-cols-[minmax(0,1fr)_11rem_6.5rem_7rem_6.5rem_7rem]'

const heads = ['Key', 'Environments', 'Expires', 'Last used', ['Calls, 30 days', 'max-lg:hidden']] as const

export function ApiKeyTable({ project, keys, ...rest }: Props) {
  const rows = useLastCount(`keys of ${project.id}`, keys?.length, 2)
  if (!keys) return <ListSkeleton columns={columns} parts={[rows]} height="h-13 max-md:h-27" />
  return (
    <ListTable label={`API keys of ${project.name}`} columns={columns} heads={heads}>
      {keys.map((apiKey) => (
        <Fragment key={apiKey.id}>
          <ApiKeyRow apiKey={apiKey} {...rest} />
          {apiKey.deactivated_at && <Deactivation apiKey={apiKey} at={apiKey.deactivated_at} />}
        </Fragment>
      ))}
    </ListTable>
  )
}

type RowProps = Omit<Props, 'project' | 'keys'> & { apiKey: ApiKey }

function ApiKeyRow({ apiKey, environments, calls, onUsage, onEdit, onDelete }: RowProps) {
  const { key_name: name, environment_access, expires_at, last_used_at } = apiKey
  const state = keyState(apiKey, Date.now())
  const readable = accessibleIn(environments, environment_access)
  return (
    <ListRow columns={columns} className="py-1.5 text-small">
      <GridRowHead className="min-w-0">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-ink-3">{apiKey.api_key_preview}</code>
          {state !== 'active' && <Badge tone={keyStates[state].tone}>{keyStates[state].text}</Badge>}
        </span>
      </GridRowHead>
      <PlacedCell className="min-w-0 max-md:col-span-2 max-md:row-start-2">
        <EnvironmentSlots environments={environments} readable={readable}>
          {environment_access === null ? 'All' : <span aria-hidden="true">{readable.length}</span>}
        </EnvironmentSlots>
      </PlacedCell>
      <PlacedCell className={cn('whitespace-nowrap max-md:row-start-3', state === 'expiring' && 'text-warn')}>
        <span className="text-ink-3 md:hidden">Expires: </span>
        {expires_at ? <Time at={expires_at} /> : 'Never'}
      </PlacedCell>
      <PlacedCell className="whitespace-nowrap max-md:row-start-3 max-md:pr-2 max-md:text-right">
        <span className="text-ink-3 md:hidden">Last used: </span>
        {last_used_at ? <Time at={last_used_at} /> : 'Never'}
      </PlacedCell>
      <PlacedCell className="whitespace-nowrap tabular-nums max-lg:hidden">
        {calls ? formatCount(calls.get(apiKey.id) ?? 0) : '…'}
      </PlacedCell>
      <PlacedCell className="max-md:col-start-2 max-md:row-start-1">
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
      </PlacedCell>
    </ListRow>
  )
}

const Deactivation = ({ apiKey, at }: { apiKey: ApiKey; at: string }) => (
  <GridRow className="border-t p-3">
    <PlacedCell aria-colspan={heads.length + 1}>
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
    </PlacedCell>
  </GridRow>
)
