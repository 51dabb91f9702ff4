import type { ReactNode } from 'react'

interface Props {
  /** The anchor of the setting. */
  id?: string
  title: ReactNode
  /** How things are: a badge beside the title. */
  badge?: ReactNode
  /** One or two short sentences. */
  description: ReactNode
  /** One button. */
  action?: ReactNode
  /** The form, while it is open. */
  children?: ReactNode
}

/** A setting: what it is, how it stands, and one action. Its form opens below on demand. */
export function SettingRow({ id, title, badge, description, action, children }: Props) {
  return (
    <div id={id} className="scroll-mt-20 border-b py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-56">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {title}
            {badge}
          </h3>
          <div className="mt-0.5 text-small text-ink-2">{description}</div>
        </div>
        {action && <div className="shrink-0">{action}</div>}
      </div>
      {children && <div className="mt-4 mb-2 grid max-w-md grid-cols-[minmax(0,1fr)] gap-4">{children}</div>}
    </div>
  )
}

interface SectionProps {
  id: string
  title: string
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** Settings that belong together, under a heading with an anchor. */
export function SettingSection({ id, title, description, action, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-20">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b pb-3">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 max-w-prose text-small text-ink-2">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
