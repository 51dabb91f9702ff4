import { type PaymentProviderSettings, secretMask } from '@envhold/contract/operator/payment-settings.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { notFilled } from '../../../ui/forms/not-filled.ts'

interface Props {
  readonly provider: PaymentProviderSettings
  readonly onChange: (provider: PaymentProviderSettings) => void
}

type Config = PaymentProviderSettings['config']

const secretHint = (value: string) =>
  value.startsWith(secretMask) ? 'Stored. Type a new one to replace it.' : undefined

/** The credentials of a provider. A mask that stays leaves the stored secret. */
export function ProviderFields({ provider, onChange }: Props) {
  const { id, config } = provider
  const set = (changes: Partial<Config>) => onChange({ ...provider, config: { ...config, ...changes } })
  const secret = (name: 'apiKey' | 'webhookSecret', label: string) => (
    <Field label={label} hint={secretHint(config[name])}>
      <Input
        // A mask is no secret, and its end tells one key from another.
        type={config[name].startsWith(secretMask) ? 'text' : 'password'}
        {...notFilled}
        spellCheck={false}
        value={config[name]}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => set({ [name]: withoutMask(config[name], target.value) })}
      />
    </Field>
  )
  const text = (name: 'storeId' | 'organizationId', label: string) => (
    <Field label={label}>
      <Input
        autoComplete="off"
        value={config[name]}
        onChange={({ target }) => set({ [name]: target.value.trim() })}
      />
    </Field>
  )
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {secret('apiKey', 'API key')}
      {secret('webhookSecret', 'Webhook secret')}
      {id === 'lemonsqueezy' && text('storeId', 'Store ID')}
      {id === 'polar' && text('organizationId', 'Organization ID')}
      {id === 'stripe' && (
        <>
          <Checkbox
            label="Automatic tax"
            hint="Stripe calculates sales tax."
            checked={config.automaticTax ?? false}
            onChange={({ target }) => set({ automaticTax: target.checked })}
          />
          <Checkbox
            label="Managed payments"
            hint="Stripe is the merchant of record, if your account has that."
            checked={config.managedPayments ?? false}
            onChange={({ target }) => set({ managedPayments: target.checked })}
          />
        </>
      )}
    </div>
  )
}

/** Whoever types into a mask begins a new secret: only what was added stays. */
function withoutMask(before: string, typed: string): string {
  if (!before.startsWith(secretMask) || typed === before) return typed.trim()
  return typed.startsWith(before) ? typed.slice(before.length) : typed.replaceAll('•', '').trim()
}
