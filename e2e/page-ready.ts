import type { Page } from '@playwright/test'

const quietMs = 300
const maxMs = 5_000

/** Resolves once no part of the page is loading and its elements have not changed for a while. Runs in the page. */
const watch = `new Promise((resolve) => {
  const startedAt = performance.now()
  let changedAt = startedAt
  const observer = new MutationObserver(() => (changedAt = performance.now()))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const check = () => {
    const now = performance.now()
    const isLoading = document.querySelector('.animate-late, [aria-busy=true]') !== null
    if ((isLoading || now - changedAt < ${quietMs}) && now - startedAt < ${maxMs}) return setTimeout(check, 50)
    observer.disconnect()
    document.fonts.ready.then(() => requestAnimationFrame(() => resolve()))
  }
  check()
})`

/**
 * Waits until the page shows what it has to show. The network says nothing about that: pages that follow a list keep
 * asking.
 */
export async function pageReady(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(watch)
}
