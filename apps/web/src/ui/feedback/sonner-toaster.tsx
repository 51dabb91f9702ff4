import { useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import { useStore } from '../create-store.ts'
import { openDialogs } from '../dialogs/overlay.ts'
import { useMedia } from '../use-media.ts'

/**
 * Shows sonner's toasts; rendered once, at the root. Not at the top, where it would cover titles, except above a dialog
 * on a narrow screen, whose buttons are at the bottom.
 */
export function SonnerToaster({ onReady }: { onReady: () => void }) {
  // Runs after sonner's own effect, from which on a message shows.
  useEffect(onReady, [onReady])
  const isNarrow = useMedia('(width < 40rem)')
  const hasDialog = useStore(openDialogs, (count) => count > 0)
  const narrowPosition = hasDialog ? 'top-center' : 'bottom-center'
  return (
    <Sonner
      position={isNarrow ? narrowPosition : 'bottom-right'}
      gap={8}
      duration={4_000}
      containerAriaLabel="Messages"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-2.5 rounded-md bg-raised px-4 py-3 text-base text-ink shadow-high [&_[data-icon]]:mt-[3px] [&_[data-icon]_svg]:size-4',
          success: '[&_[data-icon]]:text-good',
          error: '[&_[data-icon]]:text-bad',
          warning: '[&_[data-icon]]:text-warn',
          description: 'text-ink-2',
          actionButton: 'ml-auto shrink-0 whitespace-nowrap font-medium text-accent hover:underline',
        },
      }}
    />
  )
}
