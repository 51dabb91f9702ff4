import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { cn } from '../../../ui/class-names.ts'

/** The pages about the account: a title and the navigation beside the content. */
export const AccountFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <title>{`${title} · Envhold`}</title>
    <h1 className="mb-6 text-title font-semibold">{title}</h1>
    <div className="grid items-start gap-x-14 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <AccountNav />
      <div className="grid max-w-[52.5rem] min-w-0 gap-10">{children}</div>
    </div>
  </>
)

const sections = { profile: 'Profile', security: 'Security', tokens: 'Access Tokens' }
const ids = Object.keys(sections)

const styles = (isCurrent: boolean) =>
  cn(
    'block rounded-md px-3 py-1.5 font-medium transition-colors hover:text-ink',
    isCurrent ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-hover',
  )

/** Navigation beside the account pages; above them on small screens. */
function AccountNav() {
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

const below = 100
const above = 40

const look = (ids: readonly string[]) => {
  const { documentElement } = document
  return sectionInView(
    ids.flatMap((id) => {
      const element = document.getElementById(id)
      return element ? [[id, element.getBoundingClientRect().top] as const] : []
    }),
    {
      scrolled: window.scrollY,
      maxScroll: documentElement.scrollHeight - window.innerHeight,
      top: below,
      bottom: window.innerHeight - above,
    },
  )
}

const byHand = ['wheel', 'touchmove', 'keydown'] as const

/** The section being read; a section chosen by click stays current until the user scrolls. */
function useSectionInView(ids: readonly string[]) {
  const [inView, setInView] = useState(ids[0])
  const [chosen, setChosen] = useState<string | null>(null)
  const list = ids.join(' ')
  useEffect(() => {
    const scrolled = () => setInView(look(list.split(' ')))
    const letGo = () => setChosen(null)
    const end = new AbortController()
    const options = { passive: true, signal: end.signal }
    scrolled()
    addEventListener('scroll', scrolled, options)
    addEventListener('resize', scrolled, options)
    for (const move of byHand) addEventListener(move, letGo, options)
    return () => end.abort()
  }, [list])
  return { inView: chosen ?? inView, choose: setChosen }
}

interface Page {
  /** The scroll position, and its maximum. */
  readonly scrolled: number
  readonly maxScroll: number
  /** Where in the window reading starts and where it ends. */
  readonly top: number
  readonly bottom: number
}

/**
 * The section being read. The reading line moves down the window as the page scrolls, because the last sections never
 * reach the top of the window.
 * @param tops where each section begins, measured from the window's top
 */
export function sectionInView(
  tops: readonly (readonly [id: string, top: number])[],
  { scrolled, maxScroll, top, bottom }: Page,
): string | undefined {
  const eye = maxScroll <= 0 ? top : top + (scrolled / maxScroll) * (bottom - top)
  return (tops.findLast(([, begins]) => begins <= eye) ?? tops[0])?.[0]
}
