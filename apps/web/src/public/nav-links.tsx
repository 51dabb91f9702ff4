import type { ReactNode } from 'react'

const pages = [
  { href: '/', label: 'Home' },
  { href: '/docs', label: 'Documentation' },
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
]
const sections = [
  { href: '#features', label: 'Features' },
  { href: '#pricing', label: 'Pricing' },
]

interface Props {
  /** The page that shows the links. */
  path: string
  className: string
  children?: ReactNode
}

/** The links of the header; the landing page has links to its sections, too. */
export function NavLinks({ path, className }: Props) {
  const [home, ...others] = pages
  const links = path === '/' ? [home, ...sections, ...others] : pages
  return links.map(
    (link) =>
      link && (
        <a
          key={link.href}
          href={link.href}
          aria-current={link.href === path ? 'page' : undefined}
          className={className}
        >
          {link.label}
        </a>
      ),
  )
}
