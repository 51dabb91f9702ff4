import type { Environment } from '@envhold/contract/environments/environments.ts'
import { toast } from 'sonner'
import { confirmedIn } from '../data/confirmed-in.ts'
import { countsOf } from '../data/describe-changes.ts'
import { useVariableWrites } from '../data/use-variable-writes.ts'
import { RestoreConfirm } from './restore-confirm.tsx'

interface Props {
  environment: Environment
  version: number
  onClose: () => void
}

export function RestoreDialog({ environment, version, onClose }: Props) {
  const { restore } = useVariableWrites(environment)
  return (
    <RestoreConfirm
      environment={environment}
      title={`Restore version ${version}`}
      what="version"
      restore={async () => {
        const counts = countsOf(await restore(version, confirmedIn(environment)))
        toast.success(`Version ${version} restored: ${counts}`)
      }}
      onClose={onClose}
    >
      A new version of {environment.name} is created with exactly the variables of version {version}.{' '}
      {environment.protected && `${environment.name} is protected. `}The history is kept, so you can restore
      the current version the same way.
    </RestoreConfirm>
  )
}
