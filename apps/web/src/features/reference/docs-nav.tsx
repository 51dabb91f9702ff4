import { useEffect, useState } from 'react'
import { cn } from '../../ui/class-names.ts'

const parts = [
  { id: 'overview', label: 'Overview' },
  { id: 'cli', label: 'CLI Integration' },
  { id: 'team', label: 'Team Management' },
  { id: 'integrations', label: 'Integrations' },
  { id: 'formats', label: 'Formats and dialects' },
  { id: 'security', label: 'Security' },
  { id: 'troubleshooting', label: 'Troubleshooting' },
  { id: 'api', label: 'API Reference' },
]

/** The section at the top of the window. */
const useCurrent = () => {
  const [current, setCurrent] = useState('overview')
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: '-15% 0px -80% 0px' },
    )
    for (const { id } of parts) {
      const part = document.getElementById(id)
      if (part) seen.observe(part)
    }
    return () => seen.disconnect()
  }, [])
  return current
}

export function DocsNav() {
  const current = useCurrent()
  return (
    <nav
      aria-label="Documentation"
      className="flex flex-wrap gap-x-4 gap-y-1 self-start lg:sticky lg:top-[calc(var(--spacing-header)+2rem)] lg:grid lg:gap-0.5"
    >
      {parts.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          className={cn(
            'rounded-md py-1 transition-colors lg:px-2.5',
            id === current ? 'font-medium text-accent lg:bg-accent-soft' : 'text-ink-2 hover:text-ink',
          )}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
