import { type ComponentType, useEffect, useState } from 'react'

const loads = new Set<() => Promise<unknown>>()
const retryMs = 2_000

/**
 * A component whose code loads when it is first shown, or once the page is idle. `Loading` shows until then; without
 * it, nothing does. While the server cannot be reached, loading is retried: a tooltip must not break the page that it
 * explains.
 */
export function deferred<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Loading: ComponentType<P> = () => null,
) {
  loads.add(load)
  let loaded: ComponentType<P> | undefined
  return (props: P) => {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      let timer: ReturnType<typeof setTimeout> | undefined
      let isShown = true
      const ask = async () => {
        try {
          loaded = await load()
          if (isShown) setPart(() => loaded)
        } catch {
          if (isShown) timer = setTimeout(ask, retryMs)
        }
      }
      void ask()
      return () => {
        isShown = false
        clearTimeout(timer)
      }
    }, [Part])
    return Part ? <Part {...props} /> : <Loading {...props} />
  }
}

/** Idle time before a page loads its deferred code. */
export const idleAfterMs = 1_500

/** Fetches the code of all deferred components. */
export function loadDeferred(): void {
  // A failed load is retried when the component is shown.
  for (const load of loads) load().catch(() => {})
}

/** Whether the component has been painted once: what comes after it does not delay its first picture. */
export function useAfterFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
