import { createLazyRoute, Link, Outlet, useLocation } from '@tanstack/react-router'
import { OneOpenSetting } from '../../../ui/layout/setting-row.tsx'

export const route = createLazyRoute('/inside/account-frame')({ component: AccountFrame })

/** The pages about the account: a title, and the way between the parts beside the open one. */
export function AccountFrame() {
  const { pathname } = useLocation()
  const part = accountParts.find(({ to }) => to === pathname && to !== '/account')
  return (
    <>
      <title>{`${part?.label ?? 'Account'} · Envhold`}</title>
      <h1 className="mb-6 text-title font-semibold">
        {pathname === '/account/delete' ? 'Delete account' : 'Account'}
      </h1>
      <div className="grid items-start gap-x-14 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <AccountNav />
        <div className="grid max-w-[52.5rem] min-w-0 gap-10">
          <OneOpenSetting key={pathname}>
            <Outlet />
          </OneOpenSetting>
        </div>
      </div>
    </>
  )
}

/** Beside the parts; above them on small screens. */
const AccountNav = () => (
  <nav
    aria-label="Account settings"
    className="-mx-3 min-w-0 lg:sticky lg:top-[calc(var(--spacing-header)+2rem)] lg:mx-0"
  >
    <ul className="flex flex-wrap gap-0.5 lg:grid">
      {accountParts.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: true }}
            className="block rounded-md px-3 py-1.5 font-medium transition-colors"
            activeProps={{ className: 'bg-accent-soft text-accent' }}
            inactiveProps={{ className: 'text-ink-2 hover:bg-hover hover:text-ink' }}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** The parts of the account page. Each has an address of its own. */
const accountParts = [
  { to: '/account', label: 'Profile' },
  { to: '/account/security', label: 'Security' },
  { to: '/account/tokens', label: 'Access Tokens' },
  { to: '/account/archived-projects', label: 'Archived Projects' },
  { to: '/account/delete', label: 'Delete account' },
] as const
