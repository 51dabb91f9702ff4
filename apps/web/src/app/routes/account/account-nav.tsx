import { Link } from '@tanstack/react-router'
import { cn } from '../../../ui/class-names.ts'
import { useSectionInView } from './use-section-in-view.ts'

interface Props {
  /** By id, in the order of the page. */
  sections: Readonly<Record<string, string>>
}

/** Navigation beside the page on wide screens, with the current section marked. */
export function AccountNav({ sections }: Props) {
  const { inView, choose } = useSectionInView(Object.keys(sections))
  return (
    <nav
      aria-label="Account settings"
      className="sticky top-[calc(var(--spacing-header)+2rem)] hidden lg:block"
    >
      <ul className="grid gap-0.5 border-l">
        {Object.entries(sections).map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={() => choose(id)}
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
        <li>
          <Link
            to="/account/archived-projects"
            className="-ml-px block border-l border-transparent py-1 pl-4 text-ink-2 transition-colors hover:text-ink"
          >
            Archived Projects
          </Link>
        </li>
      </ul>
    </nav>
  )
}
