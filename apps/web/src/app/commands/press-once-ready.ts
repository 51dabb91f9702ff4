const everyMs = 100
const patienceMs = 3_000

/** Presses a key of the page as soon as something there answers to it: what leads to a page can do the first thing on it. */
export function pressOnceReady(key: string): void {
  const until = Date.now() + patienceMs
  const press = () => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
    if (!event.defaultPrevented && Date.now() < until) setTimeout(press, everyMs)
  }
  setTimeout(press, everyMs)
}
