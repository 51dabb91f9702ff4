import type { Block, Topic } from './block.ts'

interface Part {
  readonly id: string
  readonly title: string
  /** The heading comes first. */
  readonly blocks: readonly Block[]
}

/** The blocks before the first heading of a topic, and those below each heading. */
export function partsOf({ blocks }: Pick<Topic, 'blocks'>): { opening: readonly Block[]; parts: Part[] } {
  const starts = blocks.flatMap((block, index) => (block.kind === 'part' ? [{ block, index }] : []))
  const parts = starts.map(({ block, index }, nth) => ({
    id: block.id,
    title: block.title,
    blocks: blocks.slice(index, starts[nth + 1]?.index),
  }))
  return { opening: blocks.slice(0, starts[0]?.index), parts }
}
