import { renderToStaticMarkup } from 'react-dom/server'
import { ApiReference } from '../api/api-reference.tsx'
import { callsSlot, type SectionText } from './manual-text.ts'

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

/** The topics, by section. The script of the page marks the one that is read. */
const DocsNav = ({ sections }: { sections: readonly SectionText[] }) => (
  <nav aria-label="Documentation" className="manual-nav" data-manual-nav="">
    {sections.map((section) => (
      <div key={section.id}>
        <a href={`#${section.id}`} className="manual-nav-section">
          {section.title}
        </a>
        <ul>
          {section.topics.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
)

/** The search field and the place of its results. It shows when its script runs; browsers can search the page, too. */
export const SearchBox = () => (
  <search className="manual-search" data-manual-search="">
    <label>
      <span className="sr-only">Search the documentation</span>
      <input
        type="search"
        role="combobox"
        aria-expanded="false"
        aria-controls="manual-results"
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="Search"
      />
      <span className="manual-key">/</span>
    </label>
    <div className="manual-results" data-results="" hidden>
      <div id="manual-results" role="listbox" aria-label="Results" />
      <p role="status" />
    </div>
  </search>
)
