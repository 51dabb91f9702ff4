// A page of ours, without its browser: holds a value, visits the provider, and returns with its answer.

import { hash, randomBytes } from 'node:crypto'
import { providerCallbackPath, startProviderSignIn } from '@envhold/contract/accounts/identity-provider.ts'
import { inTransaction } from '../../../apps/server/src/db/transaction.ts'
import { providerSettings } from '../../../apps/server/src/identity-provider/provider-settings.ts'
import { writeProviderSettings } from '../../../apps/server/src/identity-provider/provider-settings-store.ts'
import type { TestApp } from '../app-for-tests.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** A browser at the provider: follows its redirects with cookies until it is sent back. @returns the callback’s URL */
async function visitProvider(url: string, callback: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = url
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at).href
    if (at.startsWith(callback)) return new URL(at)
  }
  throw new Error('The provider never sent the browser back')
}

/** What a callback’s call sends. */
export interface Callback {
  readonly params: string
  readonly browserValue: string
}

export const newBrowserValue = () => {
  const browserValue = randomBytes(32).toString('base64url')
  return { browserValue, browserHash: hash('sha256', browserValue, 'base64url') }
}

export const callbackOf = ({ ctx }: Pick<TestApp, 'ctx'>) => `${ctx.config.publicUrl}${providerCallbackPath}`

/** Sets the provider up, as the operator's tool does. */
export const setUpProvider = (
  app: Pick<TestApp, 'ctx'>,
  { issuer, clientId, clientSecret }: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  settings: object = {},
) =>
  inTransaction(app.ctx, (tx) =>
    writeProviderSettings(
      tx,
      providerSettings.parse({
        issuer,
        clientId,
        clientSecret,
        label: 'Example ID',
        createAccounts: true,
        ...settings,
      }),
    ),
  )

/** Visits the provider at a URL that was started with a browser value. */
export async function returnFrom(
  app: Pick<TestApp, 'ctx'>,
  url: string,
  browserValue: string,
): Promise<Callback> {
  const callback = await visitProvider(url, callbackOf(app))
  return { params: callback.search.slice(1), browserValue }
}

/** Starts a sign-in and visits the provider. */
export async function goToProvider(app: Pick<TestApp, 'ctx' | 'as'>): Promise<Callback> {
  const { browserValue, browserHash } = newBrowserValue()
  const body = { browserHash, returnPath: '/dashboard' } as const
  const { url } = await app.as().call(startProviderSignIn, { body })
  return await returnFrom(app, url, browserValue)
}
