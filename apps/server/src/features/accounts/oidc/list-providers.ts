import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listSignInProviders as endpoint } from '@envhold/contract/sign-in-provider.ts'
import type { Context } from '../../../context.ts'
import { readProviderSettings } from '../../../sign-in-provider/provider-settings-store.ts'
import { readSignUpMode } from '../register/read-sign-up-mode.ts'

type Providers = OutputOf<typeof endpoint>

const cacheMs = 5_000

/** Lists the providers for the sign-in form. Anybody may ask at any rate, so the settings are read every few seconds. */
export function createListProviders(
  ctx: Pick<Context, 'config' | 'db' | 'secrets' | 'clock'>,
): () => Promise<Providers> {
  let last: { readonly at: number; readonly providers: Promise<Providers> } | undefined

  const read = async (): Promise<Providers> => {
    const settings = await readProviderSettings(ctx)
    return {
      providers: settings ? [{ label: settings.label, only_way_in: settings.onlyWayIn }] : [],
      sign_ups: await readSignUpMode(ctx),
    }
  }
  return async () => {
    const now = ctx.clock()
    if (last && now - last.at < cacheMs) return await last.providers
    const reading = { at: now, providers: read() }
    last = reading
    try {
      return await reading.providers
    } catch (error) {
      if (last === reading) last = undefined
      throw error
    }
  }
}
