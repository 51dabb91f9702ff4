import { CircleDashed, CircleDot, Equal, EqualNot, TriangleAlert } from 'lucide-react'
import type { ComparisonKind } from './comparison.ts'

const icons = {
  'same-secret': TriangleAlert,
  missing: CircleDashed,
  different: EqualNot,
  same: Equal,
  alone: CircleDot,
} as const

/** The picture of a sign; its words stand beside it. */
export function ComparisonIcon({ kind }: { kind: ComparisonKind }) {
  const Icon = icons[kind]
  return <Icon aria-hidden="true" className="size-4 shrink-0" />
}
