import type { OutputOf, QueryOf } from '@envhold/contract/endpoint.ts'
import {
  callOfKind,
  type Job,
  jobNames,
  type UserActKind,
  userActKinds,
} from '@envhold/contract/operator/jobs.ts'
import type { exportUsers, listUsers } from '@envhold/contract/operator/users.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../../ui/dialogs/dropdown-menu.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { JobDialog } from '../jobs/job-drawer.tsx'
import { mayCall, useOperator } from '../operator.ts'
import { ActDialog, actTexts } from './act-dialog.tsx'

interface Props {
  readonly filter: QueryOf<typeof exportUsers>
  /** How many users it leaves. */
  readonly total: number
  readonly plans: OutputOf<typeof listUsers>['plans']
}

/** Acts on all users that the filters leave, as a job. */
export function ActOnAll({ filter, total, plans }: Props) {
  const operator = useOperator()
  const [act, setAct] = useState<UserActKind | null>(null)
  const [started, setStarted] = useState<Job | null>(null)
  const kinds = userActKinds.filter((kind) => mayCall(operator, callOfKind[kind]))
  if (!mayCall(operator, 'startUserAct') || kinds.length === 0) return null
  return (
    <>
      <DropdownMenu
        trigger={
          <Button variant="secondary" size="sm" disabled={total === 0}>
            Act on {formatCount(total, 'user')}
            <ChevronDown />
          </Button>
        }
      >
        {kinds.map((kind) => (
          <DropdownMenuItem
            key={kind}
            danger={actTexts[kind].tone === 'danger'}
            onSelect={() => setAct(kind)}
          >
            {jobNames[kind]}
          </DropdownMenuItem>
        ))}
      </DropdownMenu>
      {act && (
        <ActDialog
          act={act}
          filter={filter}
          plans={plans}
          onStarted={setStarted}
          onClose={() => setAct(null)}
        />
      )}
      <JobDialog started={started} onClose={() => setStarted(null)} />
    </>
  )
}
