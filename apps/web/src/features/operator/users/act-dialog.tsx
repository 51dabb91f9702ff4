import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { OutputOf, QueryOf } from '@envhold/contract/endpoint.ts'
import { previewUserAct, startUserAct } from '@envhold/contract/operator/bulk-actions.ts'
import { type Job, jobNames, type UserActKind } from '@envhold/contract/operator/jobs.ts'
import type { exportUsers, listUsers } from '@envhold/contract/operator/users.ts'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { useRefetchChanged } from '../jobs/job-queries.ts'
import { CountPreview } from '../parts/count-preview.tsx'
import type { Query } from '../parts/query-state.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { type Grant, GrantFields, isComplete, isEdited, newGrant, toGrant } from './grant-fields.tsx'

type Preview = OutputOf<typeof previewUserAct>

interface Words {
  /** What each of the users gets. */
  readonly text: string
  readonly word: string
  readonly tone: 'danger' | 'primary'
}

export const actTexts: Readonly<Record<UserActKind, Words>> = {
  'suspend-users': {
    text: 'Each is confined immediately, and gets an e-mail with the reason. Nothing is deleted.',
    word: 'suspend',
    tone: 'danger',
  },
  'unsuspend-users': {
    text: 'Each can use the account again, and gets an e-mail.',
    word: 'unsuspend',
    tone: 'primary',
  },
  'sign-out-users': {
    text: 'Each is signed out on every device, and gets an e-mail with the reason. Tokens and API keys work as before.',
    word: 'sign out',
    tone: 'danger',
  },
  'grant-plan': {
    text: 'Each has the plan at no charge until the day that you choose, and gets an e-mail with the reason. Subscriptions stay as they are. Those with a plan that allows more, or that an operator gave for longer, are left out.',
    word: 'give',
    tone: 'primary',
  },
}

interface Props {
  readonly filter: QueryOf<typeof exportUsers>
  readonly plans: OutputOf<typeof listUsers>['plans']
  readonly act: UserActKind
  readonly onStarted: (job: Job) => void
  readonly onClose: () => void
}

/** Says who gets it, and starts the act once it is confirmed by typing. */
export function ActDialog({ act, filter, plans, onStarted, onClose }: Props) {
  const api = useApi()
  const refetchChanged = useRefetchChanged()
  const [grant, setGrant] = useState<Grant>(newGrant)
  const grants = act === 'grant-plan'
  const granted = grants && isComplete(grant) ? toGrant(grant) : {}
  const preview = useRead(
    previewUserAct,
    { body: { act, filter, ...granted } },
    { enabled: !grants || isComplete(grant), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  )
  const { text, word, tone } = actTexts[act]
  const users = preview.data?.users ?? 0
  return (
    <TypedConfirmDialog
      open
      onOpenChange={onClose}
      title={jobNames[act]}
      description={text}
      confirmText={jobNames[act]}
      tone={tone}
      {...(users > 0 && { typedWord: `${word} ${users}` })}
      reason={{ hint: 'Each user reads it, in an e-mail and on the account page.' }}
      disabled={users === 0 || preview.isFetching}
      isDirty={isEdited(grant)}
      errors={{ fallback: 'Failed to start' }}
      onConfirm={async (reason) => {
        const body = { token: preview.data?.token ?? '', reason }
        const { job } = await api.call(startUserAct, { body })
        await refetchChanged()
        onStarted(job)
      }}
    >
      {grants && (
        <GrantFields
          grant={grant}
          onChange={setGrant}
          plans={plans.filter(({ name }) => name !== freePlan)}
        />
      )}
      {(!grants || isComplete(grant)) && <RecipientPreview act={act} preview={preview} />}
    </TypedConfirmDialog>
  )
}

/** Who gets it, and who is left out. */
const RecipientPreview = ({ act, preview }: { act: UserActKind; preview: Query<Preview> }) => (
  <CountPreview preview={preview}>
    {({ users, skipped, names }) => ({
      summary: users === 0 ? 'Nobody is affected' : `Now: ${formatCount(users, 'user')}`,
      names,
      others: users - names.length,
      more: skipped > 0 && (
        <p className="text-ink-2">
          {formatCount(skipped, 'user')} left out: operators, accounts with another status
          {act === 'grant-plan' && ', a plan that allows more, or one that an operator gave for longer'}.
        </p>
      ),
    })}
  </CountPreview>
)
