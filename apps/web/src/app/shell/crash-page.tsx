import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { FullPage } from './full-page.tsx'
import { isMissingChunk, reloadOnce } from './missing-chunk.ts'

const retryMs = 2_000

export function CrashPage({ error }: { error: unknown }) {
  const [gaveUp, setGaveUp] = useState(!isMissingChunk(error))
  if (!gaveUp) return <MissingChunk onStillMissing={() => setGaveUp(true)} />
  return (
    <FullPage>
      <h1 className="text-title font-semibold">This page stopped working</h1>
      <p className="max-w-sm text-ink-2">
        This is a bug in Envhold. Everything you saved is safe on the server. What you were typing may be
        lost.
      </p>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
    </FullPage>
  )
}

/** Shown when a chunk did not load; reloads once the server can be reached. */
function MissingChunk({ onStillMissing }: { onStillMissing: () => void }) {
  const [outage, setOutage] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const problem = await fetch('/api/health/live', { cache: 'no-store' }).then(
        ({ ok, status }) => (ok ? undefined : `The server answered with an error (${status})`),
        () => 'The server cannot be reached',
      )
      if (timer === undefined) return
      if (problem === undefined) return reloadOnce() || onStillMissing()
      setOutage(problem)
      timer = setTimeout(ask, retryMs)
    }
    timer = setTimeout(ask)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [onStillMissing])
  if (outage === undefined) return null
  return (
    <FullPage>
      <h1 className="text-title font-semibold">{outage}</h1>
      <p className="max-w-sm text-ink-2">
        The page loads automatically once the server responds. Everything you saved is safe.
      </p>
      <Spinner />
    </FullPage>
  )
}
