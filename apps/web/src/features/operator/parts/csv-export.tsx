import type { QueryOf } from '@envhold/contract/endpoint.ts'
import type {
  exportFailedPayments,
  exportInvoices,
  exportSubscriptions,
} from '@envhold/contract/operator/billing-lists.ts'
import type { exportUsers } from '@envhold/contract/operator/users.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveFile } from '../../../ui/text/save-file.ts'
import { contentTypeOf, fileNameOf } from '../../activity/format-menu.tsx'
import { useMayCall } from '../operator.ts'
import { useWork } from './use-sending.ts'

const timeoutMs = 10 * 60_000

type Export =
  | typeof exportUsers
  | typeof exportSubscriptions
  | typeof exportInvoices
  | typeof exportFailedPayments

interface Props<E extends Export> {
  readonly call: E
  readonly query: QueryOf<E>
  /** What is saved: 'users'. */
  readonly what: string
}

/** Saves what the filters of a list leave. */
export function CsvExport<E extends Export>({ call, query, what }: Props<E>) {
  const api = useApi()
  const [busy, start] = useWork((error) => notifyError(error, { fallback: `Failed to export the ${what}` }))
  if (!useMayCall(call.name)) return null
  const save = () =>
    start(async () => {
      const { output, headers } = await api.ask(
        call as typeof exportUsers,
        { query: query as never },
        { timeoutMs },
      )
      const name = fileNameOf(headers, 'envhold.csv')
      saveFile(name, output ?? '', contentTypeOf.csv)
      toast.success(`Saved as ${name}`, { kind: 'list-exported' })
    })
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
