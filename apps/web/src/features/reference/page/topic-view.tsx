import type { Topic } from '../manual/block.ts'
import { partsOf } from '../manual/parts-of.ts'
import { AnchorHeading } from './anchor-heading.tsx'
import { BlockView } from './block-view.tsx'

/** One topic with its parts, each an element that a link leads to. */
export function TopicView({ topic }: { topic: Topic }) {
  const { opening, parts } = partsOf(topic)
  return (
    <section id={topic.id} aria-labelledby={`${topic.id}-title`} data-topic="" className="manual-topic">
      <AnchorHeading level={3} id={topic.id} title={topic.title} />
      {opening.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
        <BlockView key={index} block={block} />
      ))}
      {parts.map(({ id, blocks }) => (
        <div key={id} id={id} className="manual-part">
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
            <BlockView key={index} block={block} />
          ))}
        </div>
      ))}
    </section>
  )
}
