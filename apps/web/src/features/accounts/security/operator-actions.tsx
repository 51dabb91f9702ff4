import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { operatorActions } from '@envhold/contract/operator/operator-actions.ts'
import type { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { SettingSection } from '../../../ui/layout/setting-row.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { operatorActionsQuery } from './sign-in-queries.ts'

type Act = OutputOf<typeof listOwnOperatorActs>['acts'][number]

/** Every act of an operator on the account, with its reason; nothing while there is none. */
export function OperatorActions() {
  const { data: acts = [] } = useQuery(operatorActionsQuery(useApi()))
  if (acts.length === 0) return null
  return (
    <SettingSection
      id="operator-acts"
      title="What operators did"
      description="Operators run this server. They cannot read your values."
    >
      <ul className="divide-y border-b">
        {acts.map((act) => (
          <li key={act.id} className="grid gap-0.5 py-2.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 break-words">
                {operatorActions[act.act]}
                {changeOf(act)}
              </span>
              <span className="text-small text-ink-2">
                <Time at={act.created_at} />
              </span>
            </p>
            {act.reason && <p className="text-small break-words text-ink-2">Reason: {act.reason}</p>}
          </li>
        ))}
      </ul>
    </SettingSection>
  )
}

const changeOf = ({ act, details: { days, from, to } }: Act) => {
  if (act === 'extend_grace' && days !== undefined) return ` by ${days} days`
  return act === 'assign_role' && from !== undefined && to !== undefined ? ` from ${from} to ${to}` : ''
}
