import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListRow } from '../../ui/lists/list-table.tsx'
import { GridRowHead, PlacedCell, RowActions } from '../../ui/lists/table.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { saveFile } from '../../ui/text/save-file.ts'
import { ChangeTime } from '../projects/change-time.tsx'
import { EnvironmentDot, ProtectedMark } from '../projects/environment-name.tsx'
import { variableErrors } from '../workbench/data/variable-errors.ts'
import { downloadEnvironmentFile } from '../workbench/download/download-environment.ts'

interface Props {
  environment: Environment
  isOwner: boolean
  canWrite: boolean
  /** The user has no keys yet. */
  keysPending: boolean
  onOpen?: () => void
  onRename: () => void
  /** No portable text exists: the user has to choose a dialect. */
  onDialect: (refusal?: unknown) => void
  onDelete: () => void
}

/** Of each row and of the head: name, variables, last change, actions. */
export const environmentColumns =
  'grid-cols-[auto_minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_7rem_10rem_13rem] lg:grid-cols-[minmax(0,1fr)_8rem_14rem_13rem]'

export function EnvironmentRow({
  environment,
  isOwner,
  canWrite,
  keysPending,
  onOpen,
  onRename,
  onDialect,
  onDelete,
}: Props) {
  const connection = useConnection()
  const [busy, setBusy] = useState(false)
  const { name, variable_count: count } = environment
  const download = async () => {
    setBusy(true)
    try {
      const file = await downloadEnvironmentFile(connection, environment.id)
      saveFile(file.name, file.text)
      if (file.warnings !== null) onDialect()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VALIDATION_FAILED') onDialect(error)
      else notifyError(error, variableErrors.downloadEnvironment)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ListRow columns={environmentColumns} data-environment={environment.id}>
      <GridRowHead className="min-w-0 text-small font-normal max-md:col-span-2">
        <EnvironmentName environment={environment} {...(onOpen && { onOpen })} />
      </GridRowHead>
      <PlacedCell className="text-small whitespace-nowrap text-ink-2 tabular-nums max-md:row-start-2">
        {count === 0 && onOpen && canWrite ? (
          <Button
            variant="link"
            onClick={onOpen}
            aria-label={`Add variables to ${name}`}
            className="text-small"
          >
            Add variables
          </Button>
        ) : count === 1 ? (
          '1 variable'
        ) : (
          `${formatCount(count)} variables`
        )}
      </PlacedCell>
      <PlacedCell className="min-w-0 truncate text-small text-ink-2 max-md:row-start-2 max-md:text-ink-3">
        <ChangeTime change={environment.last_change} authorClass="text-ink-3" />
      </PlacedCell>
      <PlacedCell className="max-md:col-start-3 max-md:row-span-2 max-md:row-start-1">
        <RowActions>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Download .env of ${name}`}
            busy={busy}
            disabled={keysPending}
            onClick={download}
          >
            {!busy && <Download />}
            <span className="max-md:sr-only">Download .env</span>
          </Button>
          {isOwner && (
            <>
              <IconButton changes label={`Edit ${name}`} onClick={onRename}>
                <Pencil />
              </IconButton>
              <IconButton
                changes
                label={`Delete ${name}`}
                onClick={onDelete}
                className="hover:bg-bad-soft hover:text-bad"
              >
                <Trash2 />
              </IconButton>
            </>
          )}
        </RowActions>
      </PlacedCell>
    </ListRow>
  )
}

interface EnvironmentNameProps {
  environment: Environment
  /** Opens its variables; without it, the name is no link. */
  onOpen?: () => void
}

/** An environment's name in a list, with its marks. */
function EnvironmentName({ environment, onOpen }: EnvironmentNameProps) {
  const { name } = environment
  return (
    <span className="flex items-center gap-2">
      <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
      {onOpen ? (
        <Button variant="link" onClick={onOpen} className="min-w-0 shrink text-small">
          <span className="truncate" title={name}>
            {name}
          </span>
        </Button>
      ) : (
        <span className="truncate font-medium">{name}</span>
      )}
      <ProtectedMark environment={environment} />
      {environment.rekey_pending && <Badge>new key pending</Badge>}
    </span>
  )
}
