import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RowActions, TableCell, TableRow } from '../../ui/lists/table.tsx'
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
    <TableRow data-environment={environment.id}>
      <TableCell wide className="max-w-0 w-1/2 max-sm:w-auto max-sm:max-w-full">
        <EnvironmentName environment={environment} {...(onOpen && { onOpen })} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2">
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
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-3">
        <ChangeTime change={environment.last_change} authorClass="max-lg:hidden" />
      </TableCell>
      <TableCell className="w-px max-sm:ml-auto max-sm:w-auto">
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
            Download .env
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
      </TableCell>
    </TableRow>
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
