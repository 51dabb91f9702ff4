import { type ProviderId, providerIds } from '@envhold/contract/billing/payments.ts'
import type { DbContext } from '../context.ts'
import { loadProvider } from './load-provider.ts'
import type { PaymentProvider, Payments, ProviderDeps, ProviderSettings } from './provider.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { newSandboxSecret, type PaymentSettings, readPaymentSettings } from './settings/payment-settings.ts'
import { insertSettings, readAllSettings, writeLastError } from './settings/payment-settings-store.ts'

type PaymentsDeps = DbContext<'engine' | 'secrets' | 'clock' | 'config' | 'log'> & {
  readonly fetch: ProviderDeps['fetch']
}

/**
 * The payment providers of this instance. Settings are read at each call, since another node or the operator's tool may
 * have changed them; a provider is created again only when its settings differ.
 * @param load tests pass their own
 */
export function createPayments(deps: PaymentsDeps, load: typeof loadProvider = loadProvider): Payments {
  const created = new Map<ProviderId, { readonly content: string; readonly provider: PaymentProvider }>()
  const providerDeps = { fetch: deps.fetch, clock: deps.clock, createSandbox: createSandbox(deps) }

  const readSettings = async () => readPaymentSettings(await readAllSettings(deps))

  /** A new instance has no secret for the sandbox's webhooks yet. Two nodes that start together agree on one. */
  const readWithSandboxSecret = async (): Promise<PaymentSettings> => {
    const settings = await readSettings()
    if (settings.providers.sandbox.webhookSecret !== '') return settings
    await insertSettings(deps, 'sandbox', JSON.stringify({ webhookSecret: newSandboxSecret() }))
    return await readSettings()
  }

  const create = async (id: ProviderId, settings: ProviderSettings): Promise<PaymentProvider> => {
    const content = JSON.stringify(settings)
    const known = created.get(id)
    if (known?.content === content) return known.provider
    const provider = await load(id, settings, providerDeps)
    created.set(id, { content, provider })
    return provider
  }

  return {
    readChoice: async () => {
      const { general, providers } = await readSettings()
      return { ...general, active: providerIds.filter((id) => providers[id].isActive) }
    },
    find: async (id) => {
      const { general, providers } = id === 'sandbox' ? await readWithSandboxSecret() : await readSettings()
      const { isActive: _, ...settings } = providers[id]
      if (id !== 'sandbox' && settings.apiKey === '') return undefined
      const baseUrl = deps.config.paymentProviderUrls[id]
      return await create(id, { ...settings, testMode: general.testMode, ...(baseUrl && { baseUrl }) })
    },
    tryWith: async (id, settings) => {
      if (id !== 'sandbox' && settings.apiKey === '') return undefined
      const baseUrl = deps.config.paymentProviderUrls[id]
      return await load(id, { ...settings, ...(baseUrl && { baseUrl }) }, providerDeps)
    },
    noteFailure: async (error) => {
      const { provider, failure, status, code } = error
      deps.log.providerFailed({ provider, failure, status, code })
      try {
        const why = status ?? code
        const text = why === undefined ? failure : `${failure} (${why})`
        await writeLastError(deps, provider, { text, at: deps.clock() })
      } catch (problem) {
        deps.log.taskFailed({ task: 'payments', error: problem })
      }
    },
  }
}
