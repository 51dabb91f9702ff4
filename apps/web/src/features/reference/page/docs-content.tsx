import { sections } from '../manual/sections.ts'
import { DocsNav } from './docs-nav.tsx'
import { SearchBox } from './search-box.tsx'
import { SectionView } from './section-view.tsx'

/**
 * The manual, without state: it is rendered at build and works without a script. `enhanceManual` adds what needs one,
 * so that the browser loads neither its text nor a framework for it.
 */
export function DocsContent() {
  return (
    <div className="manual-page">
      <aside className="manual-aside">
        <SearchBox />
        <DocsNav sections={sections} />
      </aside>
      <main className="manual">
        <h1>Documentation</h1>
        {sections.map((section) => (
          <SectionView key={section.id} section={section} />
        ))}
      </main>
    </div>
  )
}
