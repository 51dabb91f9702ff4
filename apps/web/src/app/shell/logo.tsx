import { Mark } from './mark.tsx'

export function Logo() {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <Mark className="size-5 text-accent" />
      Envhold
    </span>
  )
}
