import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { CreateProvider, PaymentProvider, ProviderDeps, ProviderSettings } from './provider.ts'

/** The file of a provider is loaded when it is used; the built-in sandbox needs the database and is passed in. */
const imports = {
  stripe: async () => (await import('./stripe/stripe.ts')).createStripe,
  dodo: async () => (await import('./dodo/dodo.ts')).createDodo,
  lemonsqueezy: async () => (await import('./lemonsqueezy/lemonsqueezy.ts')).createLemonsqueezy,
  polar: async () => (await import('./polar/polar.ts')).createPolar,
} satisfies Record<Exclude<ProviderId, 'sandbox'>, () => Promise<CreateProvider>>

export interface LoadProviderDeps extends ProviderDeps {
  readonly createSandbox: CreateProvider
}

export async function loadProvider(
  id: ProviderId,
  settings: ProviderSettings,
  deps: LoadProviderDeps,
): Promise<PaymentProvider> {
  const create = id === 'sandbox' ? deps.createSandbox : await imports[id]()
  return create(settings, deps)
}
