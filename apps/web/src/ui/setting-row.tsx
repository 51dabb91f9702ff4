import type { ReactNode } from 'react'

interface Props {
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
export function SettingRow({ title, badge, description, action, children }: Props) {
  return (
    <div className="border-b py-3">
      <div className="flex items-center gap-4">
        <div className="min-w-0 grow">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {title}
            {badge}
          </h3>
          <p className="mt-0.5 text-small text-ink-2">{description}</p>
        </div>
        {action && <div className="shrink-0">{action}</div>}
      </div>
      {children && <div className="mt-4 mb-2 max-w-md">{children}</div>}
    </div>
  )
}

/** Settings that belong together, under a heading with an anchor. */
export function SettingSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="border-b pb-3 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
