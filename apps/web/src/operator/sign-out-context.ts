import { createContext } from 'react'

/** Ends the session, and leads to signing in. */
export const SignOutContext = createContext<() => void>(() => {})
