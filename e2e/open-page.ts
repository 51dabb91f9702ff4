import type { Browser } from '@playwright/test'
import type { Person } from '../dev/world/sign-up.ts'

export interface PageToOpen {
  readonly url: string
  readonly path: string
  /** Text that shows once the page has loaded its data. */
  readonly content: string
  /** Added to each request; bandwidth is not limited. */
  readonly delayMs: number
  readonly person: Pick<Person, 'token' | 'username'>
}

export interface OpenedPage {
  /** What the page asked for until its content showed. */
  readonly first: readonly Fetched[]
  /** What it asked for afterwards, until the network was quiet. */
  readonly later: readonly Fetched[]
  /** From the start of the navigation until the content shows. */
  readonly contentMs: number
}

/** A request, with the bytes of its response on the wire: compressed, headers included. */
interface Fetched {
  readonly path: string
  readonly startedMs: number
  bytes: number
}

export const bytesOf = (fetched: readonly Fetched[]): number =>
  fetched.reduce((sum, { bytes }) => sum + bytes, 0)

/** Longer than a page waits before it fetches what it may need later. */
const quietMs = 2_500

/** Notes when the content is first drawn. Runs in the page before its scripts. */
const watchContent = (content: string) => `window.contentDrawn = new Promise((drawn) => {
  const look = () => {
    if (document.body?.textContent?.includes(${JSON.stringify(content)})) drawn(performance.now())
    else requestAnimationFrame(look)
  }
  look()
})`

/** Opens a page signed in, with an empty cache, and counts all that it fetches until the network is quiet. */
export async function openPage(
  browser: Browser,
  { url, path, content, delayMs, person }: PageToOpen,
): Promise<OpenedPage> {
  const entries = { token: person.token, username: person.username }
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  try {
    const page = await context.newPage()
    await page.addInitScript({ content: watchContent(content) })
    const devTools = await context.newCDPSession(page)
    const fetched = new Map<string, Fetched>()
    let begun: number | undefined
    devTools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      begun ??= timestamp
      const startedMs = (timestamp - begun) * 1_000
      fetched.set(requestId, { path: new URL(request.url).pathname, startedMs, bytes: 0 })
    })
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = fetched.get(requestId)
      if (one) one.bytes = encodedDataLength
    })
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: delayMs,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.goto(`${url}${path}`)
    const contentMs = await page.evaluate<number>('window.contentDrawn')
    await page.waitForTimeout(quietMs)
    const all = [...fetched.values()]
    return {
      first: all.filter(({ startedMs }) => startedMs <= contentMs),
      later: all.filter(({ startedMs }) => startedMs > contentMs),
      contentMs,
    }
  } finally {
    await context.close()
  }
}
