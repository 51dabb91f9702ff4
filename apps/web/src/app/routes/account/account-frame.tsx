import type { ReactNode } from 'react'
import { PageTitle } from '../../shell/page-title.tsx'
import { AccountNav } from './account-nav.tsx'

/** The pages about the account: a title and the navigation beside the content. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{`${title} · Envhold`}</title>
      <PageTitle title={title} />
      <div className="grid items-start gap-x-14 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <AccountNav />
        <div className="grid max-w-[52.5rem] min-w-0 gap-10">{children}</div>
      </div>
    </>
  )
}
