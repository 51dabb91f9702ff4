import type { ComponentType } from 'react'
import { lazy, Suspense } from 'react'

const loads = new Set<() => Promise<unknown>>()

/** A component whose code comes when it is first shown, or once the page is idle. Nothing shows meanwhile. */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>) {
  loads.add(load)
  const Part = lazy(async () => ({ default: await load() }))
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}

/** How long a page rests before it fetches what it may need later. */
export const idleAfterMs = 1_500

/** Fetches the code of all deferred components. */
export function loadDeferred(): void {
  // What does not come now is asked for again when it is shown.
  for (const load of loads) load().catch(() => {})
}
