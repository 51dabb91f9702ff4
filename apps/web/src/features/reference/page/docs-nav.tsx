import type { SectionText } from './manual-text.ts'

/** The topics, by section. The script of the page marks the one that is read. */
export function DocsNav({ sections }: { sections: readonly SectionText[] }) {
  return (
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
}
