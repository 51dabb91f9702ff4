import type { Topic } from '../manual/block.ts'
import { go } from './go.ts'
import { node } from './node.ts'
import { python } from './python.ts'

export const languages: readonly Topic[] = [node, python, go]
