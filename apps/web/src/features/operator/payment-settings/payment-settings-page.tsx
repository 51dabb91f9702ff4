import { ApiError } from '@envhold/client/api-error.ts'
import {
  builtInPaymentConfig,
  type PaymentConfig,
  type PaymentProviderSettings,
  readPaymentConfig,
  updatePaymentConfig,
} from '@envhold/contract/operator/payment-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { readKey } from '../../../connection/api/read-query.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { Panel } from '../parts/panel.tsx'
import { QueryState, whileTyping } from '../parts/query-state.tsx'
import { useWork } from '../parts/use-sending.ts'
import { ProviderCard } from './provider-card.tsx'

const failedToLoad = 'Failed to load payment configuration'

export function PaymentSettingsPage() {
  const query = useRead(readPaymentConfig, {}, whileTyping)
  const { data, error, isFetching, refetch } = query
  // The server answered, but not with the settings: the providers are known without it.
  const isKnown = error instanceof ApiError && error.code !== 'FORBIDDEN' && !data
  useEffect(() => {
    if (isKnown) toast.error(failedToLoad)
  }, [isKnown])
  return (
    <OperatorPage title="Payment Gateway Settings" queries={[query]}>
      {isKnown ? (
        <div className="grid gap-5">
          <ErrorState title={failedToLoad} onRetry={refetch} retryText="Retry" busy={isFetching}>
            {errorText(error)} Showing the built-in defaults. Nothing can be saved.
          </ErrorState>
          <PaymentForm config={builtInPaymentConfig} readOnly />
        </div>
      ) : (
        <QueryState query={query} call="readPaymentConfig" failure="Failed to Load Configuration">
          {(config) => <PaymentForm key={config.revision} config={config} />}
        </QueryState>
      )}
    </OperatorPage>
  )
}

interface Props {
  readonly config: PaymentConfig
  readonly readOnly?: boolean
}

const failure = (error: unknown) => {
  if (error instanceof ApiError && error.code !== 'INTERNAL') return `Failed to save: ${errorText(error)}`
  return 'Failed to save configuration'
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** Mounted again with each change of the stored settings. */
function PaymentForm({ config, readOnly = false }: Props) {
  const api = useApi()
  const client = useQueryClient()
  const [draft, setDraft] = useState(config)
  const [busy, start] = useWork((error) => !isPromptCanceled(error) && toast.error(failure(error)))
  useUnsaved({ isDirty: !isSame(draft, config), isBusy: busy })
  const change = (changes: Partial<PaymentConfig>) => setDraft({ ...draft, ...changes })
  const changeProvider = (provider: PaymentProviderSettings) =>
    change({
      providers: draft.providers.map((candidate) => (candidate.id === provider.id ? provider : candidate)),
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    return start(async () => {
      const saved = await api.call(updatePaymentConfig, { body: draft })
      client.setQueryData(readKey(readPaymentConfig, {}), saved)
      toast.success('Payment configuration saved successfully')
    })
  }
  return (
    <form
      onSubmit={save}
      // What gets the focus scrolls to above the bar at the foot.
      className="grid grid-cols-[minmax(0,1fr)] gap-5 [&_:is(a,button,input,select)]:scroll-mb-20"
      noValidate
    >
      <fieldset disabled={readOnly} aria-label="Payment settings" className="contents">
        <GlobalSettings config={draft} onChange={change} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
          {draft.providers.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              testMode={draft.testMode}
              isSaved={
                draft.testMode === config.testMode &&
                isSame(
                  provider,
                  config.providers.find(({ id }) => id === provider.id),
                )
              }
              onChange={changeProvider}
            />
          ))}
        </div>
        {!readOnly && (
          <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center gap-3 border-t bg-paper px-1 py-3">
            <Button type="submit" busy={busy} disabled={isSame(draft, config)}>
              Save Configuration
            </Button>
            <Button variant="secondary" disabled={isSame(draft, config)} onClick={() => setDraft(config)}>
              Discard
            </Button>
            {!isSame(draft, config) && <span className="text-small text-ink-2">Unsaved changes</span>}
          </div>
        )}
      </fieldset>
    </form>
  )
}

interface GlobalSettingsProps {
  readonly config: PaymentConfig
  readonly onChange: (changes: Partial<PaymentConfig>) => void
}

type ProviderId = PaymentConfig['defaultProvider']

function GlobalSettings({ config, onChange }: GlobalSettingsProps) {
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
