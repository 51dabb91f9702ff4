import type { Section } from '../manual/section.ts'

interface Entry {
  readonly id: string
  readonly title: string
}

const apiCalls: Entry = { id: 'api-calls', title: 'Every call' }
const entriesOf = ({ id, topics }: Section): readonly Entry[] =>
  id === 'api' ? [...topics, apiCalls] : topics

/** The topics, by section. The script of the page marks the one that is read. */
export function DocsNav({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="Documentation" className="manual-nav" data-manual-nav="">
      {sections.map((section) => (
        <div key={section.id}>
          <a href={`#${section.id}`} className="manual-nav-section">
            {section.title}
          </a>
          <ul>
            {entriesOf(section).map(({ id, title }) => (
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
