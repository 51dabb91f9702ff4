import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../ui/class-names.ts'

/** A section of the documentation with its own anchor. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid min-w-0 gap-4 border-b pb-12">
      <h2 id={`${id}-title`} className="group text-title font-semibold">
        <a href={`#${id}`} className="inline-flex items-center gap-2 rounded-sm">
          {title}
          <Link2
            aria-hidden="true"
            className="size-4 text-ink-3 opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100"
          />
        </a>
      </h2>
      {children}
    </section>
  )
}

export function SubPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-3 pt-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  )
}

export function Text({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-prose text-pretty text-ink-2 [&_strong]:font-medium [&_strong]:text-ink">
      {children}
    </p>
  )
}

export function List({ ordered, children }: { ordered?: boolean; children: ReactNode }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag
      className={cn(
        'grid max-w-prose gap-1.5 pl-5 text-ink-2 marker:text-ink-3 [&_strong]:font-medium [&_strong]:text-ink',
        ordered ? 'list-decimal' : 'list-disc',
      )}
    >
      {children}
    </Tag>
  )
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-small break-words text-ink">
      {children}
    </code>
  )
}
