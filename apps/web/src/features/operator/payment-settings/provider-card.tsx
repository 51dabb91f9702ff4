import type { PaymentProviderSettings } from '@envhold/contract/operator/payment-settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Time } from '../../../ui/time.tsx'
import { Panel } from '../parts/panel.tsx'
import { ProviderFields } from './provider-fields.tsx'
import { TestConnection } from './test-connection.tsx'

interface Props {
  readonly provider: PaymentProviderSettings
  readonly testMode: boolean
  /** What the card shows is what is stored. */
  readonly isSaved: boolean
  readonly onChange: (provider: PaymentProviderSettings) => void
}

const capabilityNames = {
  merchantOfRecord: 'Merchant of record',
  taxCompliance: 'Tax compliance',
  globalPayments: 'Global payments',
  subscriptions: 'Subscriptions',
} as const

export function ProviderCard({ provider, testMode, isSaved, onChange }: Props) {
  const { id, displayName, description, features, isActive, capabilities, lastError } = provider
  const held = Object.entries(capabilityNames).filter(
    ([name]) => capabilities[name as keyof typeof capabilityNames],
  )
  return (
    <Panel
      title={displayName}
      action={
        <span className="flex gap-1.5">
          <Badge>{testMode ? 'sandbox' : 'production'}</Badge>
          {isActive && <Badge tone="good">Active</Badge>}
        </span>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t p-4">
        <p className="text-small text-ink-2">
          {description} {features.join(' · ')}
        </p>
        <ul aria-label="Capabilities" className="flex flex-wrap gap-1.5">
          {held.map(([name, label]) => (
            <li key={name}>
              <Badge>{label}</Badge>
            </li>
          ))}
        </ul>
        {lastError && (
          <Banner tone="warn" title="Last failure">
            {lastError.text}, <Time at={lastError.at} />
          </Banner>
        )}
        {id !== 'sandbox' && <ProviderFields provider={provider} onChange={onChange} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Checkbox
            label={`Enable ${displayName}`}
            checked={isActive}
            disabled={id === 'sandbox' && !testMode}
            onChange={({ target }) => onChange({ ...provider, isActive: target.checked })}
          />
          <TestConnection provider={provider} isSaved={isSaved} />
        </div>
      </div>
    </Panel>
  )
}
