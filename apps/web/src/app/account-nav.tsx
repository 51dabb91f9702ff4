import { useEffect, useState } from 'react'
import { cn } from '../ui/class-names.ts'

export interface AccountSection {
  readonly id: string
  readonly label: string
}

/** Where one is on the page, for those who have the room beside it. */
export function AccountNav({ sections }: { sections: readonly AccountSection[] }) {
  const inView = useSectionInView(sections)
  return (
    <nav
      aria-label="Account settings"
      className="sticky top-[calc(var(--spacing-header)+2rem)] hidden lg:block"
    >
      <ul className="grid gap-0.5 border-l">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === inView ? 'location' : undefined}
              className={cn(
                '-ml-px block border-l py-1 pl-4 transition-colors hover:text-ink',
                id === inView ? 'border-accent font-medium text-accent' : 'border-transparent text-ink-2',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The section that is read: the topmost one of which something stands in the upper part of the window. */
function useSectionInView(sections: readonly AccountSection[]) {
  const [inView, setInView] = useState(sections[0]?.id)
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        const top = sections.find(({ id }) => seen.has(id))
        if (top) setInView(top.id)
      },
      { rootMargin: '-72px 0px -60% 0px' },
    )
    for (const { id } of sections) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [sections])
  return inView
}
