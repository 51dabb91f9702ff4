import { Logo } from '../app/shell/logo.tsx'

const groups = [
  {
    title: 'Product',
    links: [
      { href: '/#features', label: 'Features' },
      { href: '/#pricing', label: 'Pricing' },
      { href: '/about', label: 'About' },
    ],
  },
  {
    title: 'Documentation',
    links: [
      { href: '/docs', label: 'Documentation' },
      { href: '/docs#api', label: 'API reference' },
      { href: '/docs#security', label: 'Security' },
    ],
  },
  {
    title: 'This instance',
    links: [
      { href: '/contact', label: 'Contact' },
      { href: '/privacy', label: 'Privacy' },
      { href: '/terms', label: 'Terms' },
      { href: '/api/health/ready', label: 'Status' },
    ],
  },
]

export function PublicFooter({ path }: { path: string }) {
  // On the landing page itself, the browser scrolls smoothly to a section.
  const target = (href: string) => (path === '/' ? href.replace(/^\/#/, '#') : href)
  return (
    <footer className="border-t bg-surface">
      <div className="mx-auto flex max-w-content flex-wrap justify-between gap-x-16 gap-y-8 px-4 py-10 text-small sm:px-6">
        <div className="grid content-start gap-2">
          <Logo />
          <p className="text-ink-3">A vault for environment variables</p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-14 gap-y-6">
          {groups.map(({ title, links }) => (
            <div key={title} className="grid content-start gap-1">
              <p className="py-1 font-medium">{title}</p>
              {links.map(({ href, label }) => (
                <a
                  key={href}
                  href={target(href)}
                  className="rounded-sm py-1 text-ink-2 underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </a>
              ))}
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}
