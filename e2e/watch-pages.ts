import type { BrowserContext } from '@playwright/test'

/** Chromium notes every refused or broken request; journeys bring those of the API about on purpose. */
const isApiAnswer = (text: string, url: string) =>
  text.startsWith('Failed to load resource') && new URL(url).pathname.startsWith('/api/')

const tellViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('Policy violated: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`

/** Collects what no page may do: errors in the console, uncaught errors, steps outside of the page's own policy. */
export async function watchPages(context: BrowserContext): Promise<readonly string[]> {
  const complaints: string[] = []
  await context.addInitScript({ content: tellViolations })
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (isApiAnswer(message.text(), message.location().url || 'about:blank')) return
    complaints.push(`${message.page()?.url()} [${message.type()}] ${message.text()}`)
  })
  context.on('weberror', (error) => void complaints.push(`${error.page()?.url()} ${error.error().message}`))
  return complaints
}
