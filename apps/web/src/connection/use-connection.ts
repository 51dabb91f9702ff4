import { createContext, useContext } from 'react'
import { useStore } from '../ui/create-store.ts'
import type { Connection } from './connection.ts'

export const ConnectionContext = createContext<Connection | null>(null)

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('There is no connection above this component')
  return connection
}

/** Who is signed in, or null. */
export function useSession() {
  const { session } = useConnection()
  return useStore(session)
}

/** Whether a master password, or what takes its place, is held. */
export function useVaultOpen() {
  const { vault } = useConnection()
  return useStore(vault, (secret) => secret !== null)
}
