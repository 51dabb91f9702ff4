import { createContext, useContext } from 'react'
import { useStore } from '../ui/create-store.ts'
import type { Api } from './api/api.ts'
import type { Connection } from './connection.ts'

export const ConnectionContext = createContext<Connection | null>(null)

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('There is no connection above this component')
  return connection
}

/** The API alone, for pages that have no vault: the operator's. */
export const ApiContext = createContext<Api | null>(null)

export function useApi(): Api {
  const api = useContext(ApiContext)
  const connection = useContext(ConnectionContext)
  const found = api ?? connection?.api
  if (!found) throw new Error('There is no API above this component')
  return found
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
