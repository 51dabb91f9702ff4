import { type DelayedChangeView, stopDelayedChange } from '@envhold/contract/accounts/account-security.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Time } from '../../../ui/text/time.tsx'
import { accountErrors } from '../account-errors.ts'
import { delayedChangesQuery } from './delayed-changes-query.ts'

const titles = {
  'empty-vault': 'Your vault will be emptied',
  'remove-factors': 'Your second factors will be removed',
  'factors-removed': 'Your second factors were removed',
} as const

const verbs = { 'empty-vault': 'Stop', 'remove-factors': 'Stop', 'factors-removed': 'Dismiss' } as const

/** Changes that take effect later, a line each, with a button that stops it, and the notice that one did. */
export function PendingChangeList({ changes }: { changes: readonly DelayedChangeView[] }) {
  const { api, queries } = useConnection()
  const stop = useMutation({
    mutationFn: (id: string) => api.call(stopDelayedChange, { params: { id } }),
    onError: (error) => toast.error(errorText(error, accountErrors.delayedChange)),
    onSettled: () => queries.invalidateQueries(delayedChangesQuery(api)),
  })
  return changes.map(({ id, kind, reason, created_at, due_at }) => (
    <div key={id} className="border-b bg-warn-soft">
      <div className="mx-auto flex min-h-12 max-w-content flex-wrap items-center gap-3 px-4 py-2 sm:px-6">
        <TriangleAlert className="mt-[3px] size-4 shrink-0 self-start text-warn" aria-hidden="true" />
        <p className="min-w-0 flex-[1_1_12rem] text-ink-2">
          <span className="font-semibold text-ink">{titles[kind]}</span>{' '}
          {kind === 'factors-removed' ? (
            <>
              <Time at={created_at} />. Your password alone signs you in until you set one up.
            </>
          ) : (
            <>
              <Time at={due_at} />. If you did not ask for it, stop it.
            </>
          )}
          {reason !== null && <span className="wrap-anywhere"> Reason: {reason}</span>}
        </p>
        {kind === 'factors-removed' && (
          <Button asChild variant="secondary" size="sm">
            <Link to="/account/security" hash="authenticator-app">
              Set up a new phone
            </Link>
          </Button>
        )}
        <Button
          variant={kind === 'factors-removed' ? 'ghost' : 'secondary'}
          size="sm"
          aria-label={`${verbs[kind]}: ${titles[kind]}`}
          busy={stop.isPending && stop.variables === id}
          onClick={() => stop.mutate(id)}
        >
          {verbs[kind]}
        </Button>
      </div>
    </div>
  ))
}
