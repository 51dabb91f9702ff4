import type { PaymentConfig } from '@envhold/contract/operator/payment-settings.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Panel } from '../parts/panel.tsx'

interface Props {
  readonly config: PaymentConfig
  readonly onChange: (changes: Partial<PaymentConfig>) => void
}

type ProviderId = PaymentConfig['defaultProvider']

export function GlobalSettings({ config, onChange }: Props) {
  const { defaultProvider, fallbackProvider, enableAutoFallback, testMode } = config
  return (
    <Panel title="Global Settings" action={testMode && <Badge tone="warn">Test mode</Badge>}>
      <div className="grid gap-4 border-t p-4 sm:grid-cols-2">
        <Field label="Default provider" hint="Used unless a customer chooses another one.">
          <ProviderSelect
            config={config}
            value={defaultProvider}
            onChoose={(id) => onChange({ defaultProvider: id })}
          />
        </Field>
        <Field label="Fallback provider" hint="Used while the default one does not answer.">
          <ProviderSelect
            config={config}
            value={fallbackProvider}
            onChoose={(id) => onChange({ fallbackProvider: id })}
          />
        </Field>
        <Checkbox
          label="Enable automatic fallback"
          checked={enableAutoFallback}
          onChange={({ target }) => onChange({ enableAutoFallback: target.checked })}
        />
        <Checkbox
          label="Test mode"
          hint="Providers use test keys, and sandbox purchases are free."
          checked={testMode}
          onChange={({ target }) => onChange({ testMode: target.checked })}
        />
      </div>
    </Panel>
  )
}

interface SelectProps {
  readonly config: PaymentConfig
  readonly value: ProviderId
  readonly onChoose: (id: ProviderId) => void
}

/** Offers active providers, and the chosen one in any case. */
function ProviderSelect({ config, value, onChoose, ...field }: SelectProps) {
  const offered = config.providers.filter(({ id, isActive }) => isActive || id === value)
  return (
    <Select
      {...field}
      value={value}
      onChange={({ target }) => {
        const chosen = offered.find(({ id }) => id === target.value)
        if (chosen) onChoose(chosen.id)
      }}
    >
      {offered.map(({ id, displayName, isActive }) => (
        <option key={id} value={id}>
          {isActive ? displayName : `${displayName} (not active)`}
        </option>
      ))}
    </Select>
  )
}
