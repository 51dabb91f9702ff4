import { ApiReference } from './api-reference.tsx'
import { DocsNav } from './docs-nav.tsx'
import { GuideCli } from './guide-cli.tsx'
import { GuideFormats } from './guide-formats.tsx'
import { GuideOverview } from './guide-overview.tsx'
import { GuidePipelines } from './guide-pipelines.tsx'
import { GuideSecurity } from './guide-security.tsx'
import { GuideTeam } from './guide-team.tsx'
import { GuideTroubleshooting } from './guide-troubleshooting.tsx'
import { useHash } from './use-hash.ts'

export function DocsContent() {
  const hash = useHash()
  return (
    <div className="mx-auto grid max-w-content gap-10 px-4 py-8 sm:px-6 lg:grid-cols-[12rem_1fr] lg:gap-14 lg:py-12">
      <DocsNav />
      <main className="grid min-w-0 gap-12">
        <h1 className="sr-only">Documentation</h1>
        <GuideOverview />
        <GuideCli />
        <GuideTeam />
        <GuidePipelines />
        <GuideFormats />
        <GuideSecurity />
        <GuideTroubleshooting />
        <ApiReference hash={hash} />
      </main>
    </div>
  )
}
