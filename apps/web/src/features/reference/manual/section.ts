import type { Topic } from './block.ts'

export interface Section {
  readonly id: string
  readonly title: string
  readonly topics: readonly Topic[]
}
