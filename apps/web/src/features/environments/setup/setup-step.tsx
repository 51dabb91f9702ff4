import type { ReactNode } from 'react'

interface Props {
  number: number
  title: string
  hint: string
  children: ReactNode
}

/** A numbered part of the page. */
export const SetupStep = ({ number, title, hint, children }: Props) => (
  <div className="grid gap-x-4 md:grid-cols-[1.5rem_minmax(0,1fr)]">
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center rounded-full border border-control-line text-small text-ink-2 max-md:hidden"
    >
      {number}
    </span>
    <div className="grid min-w-0 gap-3">
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="text-ink-2">{hint}</p>
      </div>
      {children}
    </div>
  </div>
)
