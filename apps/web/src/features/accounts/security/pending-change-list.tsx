import { type DelayedChangeView, stopDelayedChange } from '@envhold/contract/delayed-changes.ts'
import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'
import { accountErrors } from '../account-errors.ts'
import { delayedChangesQuery } from './delayed-changes-query.ts'

const titles = {
  'empty-vault': 'Your vault will be emptied',
  'remove-factors': 'Your second factors will be removed',
} as const

/** Changes that take effect later, each with a button that stops it. */
export function PendingChangeList({ changes }: { changes: readonly DelayedChangeView[] }) {
  const { api, queries } = useConnection()
  const stop = useMutation({
    mutationFn: (id: string) => api.call(stopDelayedChange, { params: { id } }),
    onSuccess: ({ message }) => void toast.success(message),
    onError: (error) => void toast.error(errorText(error, accountErrors.delayedChange)),
    onSettled: () => queries.invalidateQueries(delayedChangesQuery(api)),
  })
  return (
    <div className="grid gap-3">
      {changes.map(({ id, kind, reason, due_at }) => (
        <Banner
          key={id}
          tone="warn"
          title={titles[kind]}
          action={
            <Button
              variant="secondary"
              size="sm"
              busy={stop.isPending && stop.variables === id}
              onClick={() => stop.mutate(id)}
            >
              Stop
            </Button>
          }
        >
          It happens <Time at={due_at} />. If you did not ask for it, stop it.
          {reason !== null && <span className="block wrap-anywhere">Reason: {reason}</span>}
        </Banner>
      ))}
    </div>
  )
}
