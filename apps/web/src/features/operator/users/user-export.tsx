import type { QueryOf } from '@envhold/contract/endpoint.ts'
import { exportUsers } from '@envhold/contract/operator/users.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveFile } from '../../../ui/text/save-file.ts'
import { contentTypeOf, fileNameOf } from '../../activity/format-menu.tsx'
import { useMayCall } from '../operator.ts'
import { useWork } from '../parts/use-sending.ts'

const timeoutMs = 10 * 60_000

/** Saves the users that the filters leave. */
export function UserExport({ query }: { query: QueryOf<typeof exportUsers> }) {
  const api = useApi()
  const [busy, start] = useWork((error) => notifyError(error, { fallback: 'Failed to export the users' }))
  if (!useMayCall('exportUsers')) return null
  const save = () =>
    start(async () => {
      const { output, headers } = await api.ask(exportUsers, { query }, { timeoutMs })
      const name = fileNameOf(headers, 'envhold-users.csv')
      saveFile(name, output ?? '', contentTypeOf.csv)
      toast.success(`Saved as ${name}`, { kind: 'users-exported' })
    })
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
