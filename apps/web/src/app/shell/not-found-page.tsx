import { Link, Navigate } from '@tanstack/react-router'
import { useSession } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { FullPage } from './full-page.tsx'

/** The 404 page. Signed-out visitors are redirected to the landing page from all but public paths. */
export function NotFoundPage() {
  if (!useSession()) return <Navigate to="/" replace />
  return (
    <FullPage>
      <p className="font-mono text-small text-ink-3">404</p>
      <h1 className="text-title font-semibold">Page not found</h1>
      <p className="max-w-sm text-ink-2">
        The address may be mistyped, or the page was deleted. Your projects are still on the dashboard.
      </p>
      <Button asChild>
        <Link to="/dashboard">Back to Dashboard</Link>
      </Button>
    </FullPage>
  )
}
