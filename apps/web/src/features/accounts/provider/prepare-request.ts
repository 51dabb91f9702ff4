import { newBrowserValue } from './browser-value.ts'

/** A request to the provider that the server has stored. */
export interface PreparedRequest {
  readonly url: string
  readonly state: string
  readonly browserValue: string
}

/** @param start asks the server for the URL */
export async function prepareRequest(
  start: (browserHash: string) => Promise<{ url: string }>,
): Promise<PreparedRequest> {
  const { browserValue, browserHash } = await newBrowserValue()
  const { url } = await start(browserHash)
  const { protocol, searchParams } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('This is no address of a provider.')
  return { url, state: searchParams.get('state') ?? '', browserValue }
}
