import { ApiError } from '@envhold/client/api-error.ts'
import {
  type PaymentProviderSettings,
  requiredSettings,
  secretMask,
  testPaymentProvider,
} from '@envhold/contract/operator/payment-settings.ts'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { notFilled } from '../../../ui/forms/text-field.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { CopyableId, DetailRows } from '../parts/details-drawer.tsx'
import { Panel } from '../parts/panel.tsx'
import { useWork } from '../parts/use-sending.ts'

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
  const { id, displayName, description, features, isActive, capabilities, lastError, webhook } = provider
  const available = Object.entries(capabilityNames).filter(
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
          {available.map(([name, label]) => (
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
        {webhook && <Webhook webhook={webhook} />}
        {id !== 'sandbox' && <ProviderFields provider={provider} onChange={onChange} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Checkbox
            label={`Enable ${displayName}`}
            checked={isActive}
            disabled={id === 'sandbox' && !testMode}
            onChange={({ target }) => onChange({ ...provider, isActive: target.checked })}
          />
          <TestConnection provider={provider} testMode={testMode} isSaved={isSaved} />
        </div>
      </div>
    </Panel>
  )
}

/** What to type at the provider, and whether anything has come from it. */
function Webhook({
  webhook: { url, lastEvent },
}: {
  webhook: NonNullable<PaymentProviderSettings['webhook']>
}) {
  return (
    <DetailRows
      facts={{
        'Webhook URL': <CopyableId id={url} label="the webhook URL" />,
        'Last event': lastEvent ? (
          <>
            {lastEvent.type}, <Time at={lastEvent.at} />
          </>
        ) : (
          'None yet'
        ),
      }}
    />
  )
}

interface TestConnectionProps {
  readonly provider: PaymentProviderSettings
  readonly testMode: boolean
  readonly isSaved: boolean
}

/** Tries what the card shows, stored or not. */
function TestConnection({ provider: { id, displayName, config }, testMode, isSaved }: TestConnectionProps) {
  const api = useApi()
  const [busy, start] = useWork((error) => {
    const isAnswer = error instanceof ApiError && error.code !== 'INTERNAL'
    toast.error(isAnswer ? `Test failed: ${errorText(error)}` : 'Connection test failed')
  })
  const isComplete = requiredSettings[id].every((name) => name === 'webhookSecret' || config[name] !== '')
  const test = () =>
    start(async () => {
      const { success, message } = await api.call(
        testPaymentProvider,
        { params: { providerId: id }, body: isSaved ? {} : { config, testMode } },
        { timeoutMs: 30_000 },
      )
      if (success) toast.success(`${displayName} connection test successful`)
      else toast.error(`Test failed: ${message}`)
    })
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isComplete && !isSaved && <span className="text-small text-ink-3">Tests what is typed</span>}
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        disabled={!isComplete}
        aria-label={`Test Connection of ${displayName}`}
        onClick={() => void test()}
      >
        Test Connection
      </Button>
    </span>
  )
}

interface ProviderFieldsProps {
  readonly provider: PaymentProviderSettings
  readonly onChange: (provider: PaymentProviderSettings) => void
}

type Config = PaymentProviderSettings['config']

const secretHint = (value: string) =>
  value.startsWith(secretMask) ? 'Stored. Type a new one to replace it.' : undefined

/** The credentials of a provider. A mask that stays leaves the stored secret. */
function ProviderFields({ provider, onChange }: ProviderFieldsProps) {
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
