import { Spinner } from './spinner.tsx'

/** Shows only when what it waits for takes longer than 150 ms. */
export function FullScreenLoader({ message = 'Loading your secure environment...' }: { message?: string }) {
  return (
    <div
      role="status"
      className="grid min-h-dvh animate-late place-content-center justify-items-center gap-4 text-ink-2"
    >
      <Spinner size="lg" className="text-accent" />
      <p>{message}</p>
    </div>
  )
}
