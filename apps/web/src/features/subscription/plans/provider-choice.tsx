import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { ProviderId } from '@envhold/contract/payments.ts'
import type { listPlans } from '@envhold/contract/plan-offers.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'

interface Props {
  providers: OutputOf<typeof listPlans>['providers']
  value: ProviderId | undefined
  onChange: (provider: ProviderId) => void
}

/** Through whom to pay, where there is a choice. */
export function ProviderChoice({ providers, value, onChange }: Props) {
  const options = providers.map(({ id, display_name }) => ({ value: id, label: display_name }))
  const chosen = value ?? options[0]?.value
  if (!chosen) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-hidden="true" className="text-ink-2">
        Pay with
      </span>
      <SegmentedControl label="Pay with" options={options} value={chosen} onValueChange={onChange} />
    </div>
  )
}
