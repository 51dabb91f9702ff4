import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export type Score = 0 | 1 | 2 | 3 | 4
const names = ['Very weak', 'Weak', 'Fair', 'Strong', 'Very strong'] as const
const tones = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-good', 'bg-good'] as const
const steps = [1, 2, 3, 4] as const

/**
 * Four bars and a word for a strength from 0 to 4, or null while it is unknown. Its place is there from the start: a
 * button below that moved would miss the click on it.
 */
export function StrengthMeter({ score, children }: { score: Score | null; children?: ReactNode }) {
  return (
    <div className="grid gap-1.5" role="status">
      <div className="flex items-center gap-3">
        <div className="grid flex-1 grid-cols-4 gap-1" aria-hidden="true">
          {steps.map((step) => (
            <span
              key={step}
              className={cn(
                'h-1 rounded-full transition-colors',
                score !== null && step <= Math.max(score, 1) ? tones[score] : 'bg-line',
              )}
            />
          ))}
        </div>
        <span className="w-20 text-right text-small text-ink-2">{score !== null && names[score]}</span>
      </div>
      {children !== undefined && <p className="min-h-[2lh] text-small text-ink-2">{children}</p>}
    </div>
  )
}
