import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { useSession } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'

/**
 * The secret of a mailed link, which is its fragment: it is moved to this page's memory and removed from the address bar
 * and the history before any call.
 */
export function useLinkToken(path: string): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: path, replace: true })
  }, [hash, navigate, path])
  return token
}

/** Leads on from the page of a mailed link. */
export function NextStep() {
  const session = useSession()
  return (
    <Button asChild>
      {session ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign in</Link>}
    </Button>
  )
}
