import { ApiReference } from '../api/api-reference.tsx'
import type { Section } from '../manual/section.ts'
import { AnchorHeading } from './anchor-heading.tsx'
import { TopicView } from './topic-view.tsx'

export function SectionView({ section: { id, title, topics } }: { section: Section }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="manual-section">
      <AnchorHeading level={2} id={id} title={title} />
      {topics.map((topic) => (
        <TopicView key={topic.id} topic={topic} />
      ))}
      {id === 'api' && <ApiReference />}
    </section>
  )
}
