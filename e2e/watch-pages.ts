import type { BrowserContext } from '@playwright/test'

/** Chromium notes every refused or broken request; journeys bring those of the API about on purpose. */
const isApiAnswer = (text: string, url: string) =>
  text.startsWith('Failed to load resource') && new URL(url).pathname.startsWith('/api/')

/** While the server is away the parts of a page do not come either; a journey sees for itself what shows then. */
const isMissingChunk = (text: string) =>
  /net::ERR_CONNECTION_(REFUSED|RESET)|Failed to fetch dynamically imported module/.test(text)

const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('Policy violated: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`

/** Playwright's own scripts, in the frame of a mail, which runs none. */
const isOfSandbox = (text: string) => text.startsWith('Blocked script execution in ')

/**
 * What moves by itself while a user reads. The browser leaves out what follows a key or a press within half a second.
 * What a user asked for follows later on a busy machine: the answer to a write, to a request that a key or a press
 * began, and a new size of the window. The time that the page did not get to run does not count.
 */
const reportJumps = `const beatMs = 50
let lostMs = 0
let beatAt = performance.now()
setInterval(() => {
  const now = performance.now()
  lostMs += Math.max(0, now - beatAt - beatMs)
  beatAt = now
}, beatMs)
const never = { at: -Infinity, lostMs: 0 }
const causes = { input: never, answer: never, size: never }
const note = (name) => (causes[name] = { at: performance.now(), lostMs })
const follows = (name, at, ms) => at > causes[name].at && at - causes[name].at - (lostMs - causes[name].lostMs) < ms
for (const name of ['keydown', 'pointerdown', 'pointerup']) addEventListener(name, () => note('input'), true)
let width = screen.width
addEventListener('resize', () => {
  // A phone's page begins wider than its screen, which is no new size.
  if (screen.width !== width) note('size')
  width = screen.width
})
const send = window.fetch
window.fetch = async (...request) => {
  const isWrite = (request[1]?.method ?? request[0]?.method ?? 'GET') !== 'GET'
  const isAskedFor = isWrite || follows('input', performance.now(), 500)
  const answer = await send(...request)
  if (isAskedFor) note('answer')
  return answer
}
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources, startTime } of list.getEntries())
    if (value > 0.02 && !hadRecentInput && !follows('input', startTime, 500) && !follows('answer', startTime, 1_000) && !follows('size', startTime, 1_000))
      console.error('The page jumped by ' + value.toFixed(3) + ': ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 200)).join(' | '))
}).observe({ type: 'layout-shift', buffered: true })`

/**
 * Collects what no page may do: errors in the console, uncaught errors, steps outside of the page's own policy,
 * jumps while it loads.
 */
export async function watchPages(context: BrowserContext): Promise<readonly string[]> {
  const complaints: string[] = []
  await context.addInitScript({ content: reportViolations })
  await context.addInitScript({ content: reportJumps })
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (isApiAnswer(message.text(), message.location().url || 'about:blank')) return
    if (isMissingChunk(message.text()) || isOfSandbox(message.text())) return
    complaints.push(`${message.page()?.url()} [${message.type()}] ${message.text()}`)
  })
  context.on('weberror', (error) => void complaints.push(`${error.page()?.url()} ${error.error().message}`))
  return complaints
}
