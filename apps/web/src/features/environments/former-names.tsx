import type { Environment } from '@envhold/contract/environments/environments.ts'
import {
  endFormerName,
  type FormerName,
  listFormerNames,
} from '@envhold/contract/environments/former-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { readQuery } from '../../connection/api/read-query.ts'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { refetchProject } from '../projects/project-queries.ts'
import { confirmedIn } from '../workbench/data/confirmed-in.ts'
import { environmentErrors } from './environment-errors.ts'

/** The names that an environment had and still answers to, each with a button that ends it. */
export function FormerNames({ environment }: { environment: Environment }) {
  const { api } = useConnection()
  const [ending, setEnding] = useState<FormerName>()
  const { id } = environment
  const { data: names = [] } = useQuery(
    readQuery(api, listFormerNames, { params: { id } }, ({ former_names }) => former_names),
  )
  if (names.length === 0) return null
  return (
    <>
      <ul
        aria-label="Former names"
        className="max-h-40 divide-y overflow-y-auto rounded-md border text-small"
      >
        {names.map((former) => (
          <li key={former.name} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
            <span className="min-w-0 text-ink-2">
              Also answers to <span className="font-mono break-all text-ink">{former.name}</span> until{' '}
              <Time at={former.ends_at} date />
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`End now: ${former.name}`}
              onClick={() => setEnding(former)}
            >
              End now
            </Button>
          </li>
        ))}
      </ul>
      {ending && <EndDialog environment={environment} former={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

interface EndProps {
  environment: Environment
  former: FormerName
  onClose: () => void
}

function EndDialog({ environment, former: { name }, onClose }: EndProps) {
  const connection = useConnection()
  const { id, project_id: projectId } = environment
  const end = async () => {
    await connection.api.call(endFormerName, { params: { id, name } }, confirmedIn(environment))
    toast.success(`${environment.name} no longer answers to ${name}.`)
    await refetchProject(connection, projectId)
  }
  return (
    <CallDialog
      tone="warning"
      {...(environment.protected && { icon: 'shield' as const })}
      title={`End the name ${name}`}
      description={
        <>
          API keys and commands that still use <span className="font-mono text-ink">{name}</span> in place of{' '}
          <span className="font-mono text-ink">{environment.name}</span> no longer find the environment. From
          then on, another one can have the name.
        </>
      }
      confirmText={`End ${name}`}
      errors={environmentErrors.endFormerName}
      onClose={onClose}
      onConfirm={end}
    />
  )
}
