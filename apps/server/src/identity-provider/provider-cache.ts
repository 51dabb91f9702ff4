import type { DbContext } from '../context.ts'
import { type ConnectedProvider, connectProvider } from './connect-provider.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { readProviderSettings } from './provider-settings-store.ts'

const cacheMs = 3_600_000

interface Connecting {
  readonly content: string
  readonly at: number
  readonly provider: Promise<ConnectedProvider>
}

export interface ProviderCache {
  /**
   * The provider with the settings as they are now; undefined if there is none. Calls at the same time read one
   * discovery document.
   * @throws ProviderError
   */
  connect(): Promise<ConnectedProvider | undefined>
}

/** Caches the discovery document of the provider for an hour, while its settings stay the same. */
export function createProviderCache(
  ctx: DbContext<'secrets' | 'clock'>,
  connect: (settings: ProviderSettings) => Promise<ConnectedProvider> = connectProvider,
): ProviderCache {
  let last: Connecting | undefined
  return {
    connect: async () => {
      const settings = await readProviderSettings(ctx)
      if (!settings) return undefined
      const content = JSON.stringify(settings)
      const now = ctx.clock()
      if (last?.content === content && now - last.at < cacheMs) return await last.provider
      const connecting = { content, at: now, provider: connect(settings) }
      last = connecting
      try {
        return await connecting.provider
      } catch (error) {
        if (last === connecting) last = undefined
        throw error
      }
    },
  }
}
