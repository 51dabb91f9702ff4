import { Link, useLocation } from '@tanstack/react-router'
import { cn } from '../../../ui/class-names.ts'
import { useSectionInView } from './use-section-in-view.ts'

const sections = { profile: 'Profile', security: 'Security', tokens: 'Access Tokens' }
const ids = Object.keys(sections)

const styles = (isCurrent: boolean) =>
  cn(
    'block rounded-md px-3 py-1.5 font-medium transition-colors hover:text-ink',
    isCurrent ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-hover',
  )

/** Navigation beside the account pages; above them on small screens. */
export function AccountNav() {
  const { pathname } = useLocation()
  const { inView, choose } = useSectionInView(ids)
  const isAccount = pathname === '/account'
  return (
    <nav
      aria-label="Account settings"
      className="-mx-3 lg:sticky lg:top-[calc(var(--spacing-header)+2rem)] lg:mx-0"
    >
      <ul className="flex flex-wrap gap-0.5 lg:grid">
        {Object.entries(sections).map(([id, label]) => (
          <li key={id}>
            <Link
              to="/account"
              hash={id}
              onClick={() => choose(id)}
              aria-current={isAccount && id === inView ? 'location' : undefined}
              className={styles(isAccount && id === inView)}
              activeProps={{}}
            >
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/account/archived-projects" className={styles(false)} activeProps={{}}>
            Archived Projects
          </Link>
        </li>
        <li>
          <Link
            to="/account/delete"
            aria-current={pathname === '/account/delete' ? 'page' : undefined}
            className={styles(pathname === '/account/delete')}
            activeProps={{}}
          >
            Delete account
          </Link>
        </li>
      </ul>
    </nav>
  )
}
