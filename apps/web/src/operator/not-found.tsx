import { Link } from '@tanstack/react-router'
import { useDocumentTitle } from '../features/operator/parts/use-document-title.ts'
import { operatorPaths } from '../features/operator/paths.ts'

export function NotFound() {
  useDocumentTitle('Page not found')
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <h1 className="text-title font-semibold">Page not found</h1>
      <p className="text-ink-2">This page does not exist, or you have no access to it.</p>
      <Link
        to={operatorPaths.dashboard()}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        Dashboard
      </Link>
    </div>
  )
}
