import { renderToStaticMarkup } from 'react-dom/server'
import { ApiReference } from '../api/api-reference.tsx'
import { DocsNav } from './docs-nav.tsx'
import { callsSlot, type SectionText } from './manual-text.ts'
import { SearchBox } from './search-box.tsx'

/**
 * The manual, without state: it is rendered at build and works without a script. `enhanceManual` adds what needs one,
 * so that the browser loads neither its text nor a framework for it.
 */
export function DocsContent({ sections }: { sections: readonly SectionText[] }) {
  const calls = renderToStaticMarkup(<ApiReference />)
  return (
    <div className="manual-page">
      <aside className="manual-aside">
        <SearchBox />
        <DocsNav sections={sections} />
      </aside>
      <main className="manual">
        <h1>Documentation</h1>
        {sections.map(({ id, html }) => (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-title`}
            className="manual-section"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered at build, without HTML from the Markdown.
            dangerouslySetInnerHTML={{ __html: html.replace(callsSlot, () => calls) }}
          />
        ))}
      </main>
    </div>
  )
}
