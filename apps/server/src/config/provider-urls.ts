import { type ProviderId, providerIds } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { loopback } from './loopback.ts'

/** The origin of each provider's stand-in on this machine. */
export type ProviderUrls = Readonly<Partial<Record<ProviderId, string>>>

const isProvider = (name: string): name is ProviderId =>
  name !== 'sandbox' && (providerIds as readonly string[]).includes(name)

const originOf = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !loopback.test(url.hostname)) return undefined
  return url.href === `${url.origin}/` ? url.origin : undefined
}

const parse = (text: string): ProviderUrls | undefined => {
  const entries = text.split(/[\s,]+/).map((entry) => {
    const [name = '', ...rest] = entry.split('=')
    return { name, origin: originOf(rest.join('=')) }
  })
  const urls: Partial<Record<ProviderId, string>> = {}
  for (const { name, origin } of entries) {
    if (!isProvider(name) || origin === undefined || urls[name] !== undefined) return undefined
    urls[name] = origin
  }
  return urls
}

/** Local servers that stand in for payment providers. A key is never sent to another machine than the provider's. */
export const providerUrls = z.string().transform((text, context): ProviderUrls => {
  const urls = parse(text)
  if (urls) return urls
  const message =
    'must be a list such as stripe=http://127.0.0.1:4242,dodo=http://127.0.0.1:4243, with addresses of this machine only'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
