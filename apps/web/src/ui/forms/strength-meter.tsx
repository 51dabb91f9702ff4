import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export type Score = 0 | 1 | 2 | 3 | 4
const names = ['Very weak', 'Weak', 'Fair', 'Strong', 'Very strong'] as const
const tones = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-good', 'bg-good'] as const
const steps = [1, 2, 3, 4] as const

/** Four bars and a word for a strength from 0 to 4. */
export function StrengthMeter({ score, children }: { score: Score; children?: ReactNode }) {
  return (
    <div className="grid gap-1.5" role="status">
      <div className="flex items-center gap-3">
        <div className="grid flex-1 grid-cols-4 gap-1" aria-hidden="true">
          {steps.map((step) => (
            <span
              key={step}
              className={cn(
                'h-1 rounded-full transition-colors',
                step <= Math.max(score, 1) ? tones[score] : 'bg-line',
              )}
            />
          ))}
        </div>
        <span className="w-20 text-right text-small text-ink-2">{names[score]}</span>
      </div>
      {children && <p className="text-small text-ink-2">{children}</p>}
    </div>
  )
}
