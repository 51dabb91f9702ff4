import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Announcement } from '../app/shell/announcement.tsx'
import { SecondFactorNotice } from '../features/accounts/security/second-factor-notice.tsx'
import { FullScreenLoader } from '../ui/full-screen-loader.tsx'
import { OperatorHeader } from './operator-header.tsx'

/** The amber edge says at every scroll position that this is not a customer's page. */
export function OperatorFrame() {
  return (
    <div className="min-h-dvh pb-1 [--spacing-header:3.75rem]">
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-60 border-4 border-frame"
        data-operator-frame=""
      />
      <OperatorHeader />
      <Announcement className="max-w-operator px-5 sm:px-7" />
      <main
        tabIndex={-1}
        className="mx-auto w-full max-w-operator px-5 py-6 outline-none sm:px-7 max-sm:pb-10"
      >
        <SecondFactorNotice isElsewhere className="mb-5" />
        <Suspense fallback={<FullScreenLoader />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}
