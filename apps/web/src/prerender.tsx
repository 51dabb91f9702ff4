// Runs at build, in Node: renders the public pages as HTML.
import type { PublicPage } from '@envhold/contract/pages/public-pages.ts'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { ContactPage } from './features/contact/contact-page.tsx'
import { LandingPage } from './features/landing/landing-page.tsx'
import { DocsContent } from './features/reference/page/docs-content.tsx'
import type { SectionText } from './features/reference/page/manual-text.ts'
import { PublicFooter, PublicHeader } from './public/public-frame.tsx'
import { AnnouncementBar, DismissButton, MoreButton } from './ui/feedback/announcement-bar.tsx'

/** Rendered apart, because the browser's React takes it over by itself. */
const island = (name: string, content: ReactNode, data: Readonly<Record<`data-${string}`, string>> = {}) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own components, rendered at build.
  <div data-island={name} {...data} dangerouslySetInnerHTML={{ __html: renderToString(content) }} />
)

const contents: Record<PublicPage['name'], (manual: readonly SectionText[]) => ReactNode> = {
  landing: () => <LandingPage />,
  login: () => <LandingPage />,
  docs: (manual) => island('docs', <DocsContent sections={manual} />),
  runbooks: () => <TextPage />,
  about: () => <TextPage />,
  contact: () => island('contact', <ContactPage support="⟦support⟧" />, { 'data-support': '⟦support⟧' }),
  privacy: () => <TextPage />,
  terms: () => <TextPage />,
  status: () => <TextPage lead={<StatusLine />} />,
}

const namedStart: readonly PublicPage['name'][] = ['privacy', 'terms']

/** What is in the body of a page. */
export function prerender({ name, path }: PublicPage, manual: readonly SectionText[]): string {
  const page = path === '/login' ? '/' : path
  return renderToString(
    <div className="flex min-h-dvh flex-col" data-sign-ups="⟦signUps⟧">
      <PublicHeader path={page} startLabel={namedStart.includes(name) ? 'Get Started' : 'Start Free Now'} />
      <PublicAnnouncement />
      <div className="flex-1">{contents[name](manual)}</div>
      <PublicFooter path={page} />
    </div>,
  )
}

/** The server repeats it once, or leaves it out: `apps/server/src/pages/serve-public-pages.ts`. */
function PublicAnnouncement() {
  return (
    <div role="status">
      ⟦#announcements⟧
      <AnnouncementBar
        id="⟦id⟧"
        text="⟦text⟧"
        level="⟦level⟧"
        long="⟦long⟧"
        more={<MoreButton data-announcement-more="" />}
        dismiss={<DismissButton data-announcement-dismiss="" />}
      />
      ⟦/announcements⟧
    </div>
  )
}

/** A page whose text comes from the server: the built-in one, or the operator's. */
function TextPage({ lead }: { lead?: ReactNode }) {
  return (
    <main className="mx-auto max-w-content px-4 py-12 sm:px-6 sm:py-16">
      {lead}
      <article className="prose">⟦!text⟧</article>
      <p className="mt-10 max-w-prose border-t pt-4 text-small text-ink-3 empty:hidden">⟦textNote⟧</p>
    </main>
  )
}

/** What the server can say of itself. That it answers is half of it. */
const StatusLine = () => (
  <div className="mb-10 grid max-w-prose gap-4">
    <h1 className="text-display font-semibold">Status</h1>
    <div
      data-state="⟦state⟧"
      className="group rounded-lg border border-good/25 bg-good-soft px-4 py-3 data-[state=limited]:border-warn/25 data-[state=limited]:bg-warn-soft"
    >
      <p className="font-semibold">⟦stateText⟧</p>
      <p className="text-ink-2">This server has been up since ⟦since⟧.</p>
    </div>
  </div>
)
