import type { EventType } from '@envhold/contract/event-types.ts'

/**
 * What a project's activity says about its API keys and their callers. An entry names no environment, because a key
 * may read several, but its text contains the key's name and it has the caller's IP address. Only the owner manages
 * keys, so only the owner sees these entries: to a collaborator they could name a key of an environment that is not
 * shared.
 */
export const apiKeyEvents = [
  'api_key_created',
  'api_key_updated',
  'api_key_deleted',
  'api_key_used',
  'rate_limit_exceeded',
  'unauthorized_access',
] as const satisfies readonly EventType[]

/** The category in which readers find these events, and the one in which they are counted. */
export const apiKeyCategories = { shown: 'security_events', counted: 'api_keys' } as const
