import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes the action out of the page's address and keeps it until the page can do it: a reload must not repeat it.
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
