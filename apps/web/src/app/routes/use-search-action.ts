import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Removes the action from the URL and keeps it until the page can run it, so that a reload does not repeat it.
 * @param remove replaces the address by the one without the action
 */
export function useSearchAction<Action extends string>(action: Action | undefined, remove: () => void) {
  const [pending, setPending] = useState<Action>()
  const take = useEffectEvent((taken: Action) => {
    setPending(taken)
    remove()
  })
  useEffect(() => {
    if (action !== undefined) take(action)
  }, [action])
  return { pending, onDone: () => setPending(undefined) }
}
