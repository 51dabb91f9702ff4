import type { ReactNode, Ref } from 'react'

interface Props {
  title: string
  id?: string
  /** What can be chosen about all of it, at the right. */
  action?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of the page under its heading. */
export const Part = ({ title, id, action, headingRef, children }: Props) => (
  <section aria-label={title} id={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-1">
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="rounded-sm font-semibold">
        {title}
      </h2>
      {action}
    </div>
    {children}
  </section>
)

/** A line of a part: what it is, and the one thing to do with it. */
export const PartRow = ({
  title,
  children,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className="flex min-h-header flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-2.5">
    <div className="min-w-0 flex-1 basis-56">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">{title}</h3>
      {children && <div className="text-small text-ink-2">{children}</div>}
    </div>
    {action}
  </div>
)
