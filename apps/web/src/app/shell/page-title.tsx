import type { ReactNode } from 'react'

export function PageTitle({
  title,
  children,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <h1 className="text-title font-semibold">{title}</h1>
        {children && <p className="max-w-prose text-ink-2">{children}</p>}
      </div>
      {action}
    </div>
  )
}
