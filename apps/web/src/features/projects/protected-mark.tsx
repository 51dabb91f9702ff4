import { ShieldCheck } from 'lucide-react'
import { environmentStyle, type Marked } from './environment-dot.tsx'

/** Beside the name of a protected environment; nothing for any other. */
export const ProtectedMark = ({ environment }: { environment: Marked }) =>
  environment.protected ? (
    <span
      style={environmentStyle(environment)}
      className="inline-flex shrink-0 text-(--env)"
      title="Protected"
    >
      <ShieldCheck aria-hidden="true" className="size-4" />
      <span className="sr-only">Protected</span>
    </span>
  ) : null
