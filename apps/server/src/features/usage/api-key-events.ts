import type { EventType } from '@envhold/contract/event-types.ts'

/**
 * The events of a project's activity about its API keys and their callers. An entry names no environment, because a key
 * may read several, but its text contains the key's name and it has the caller's IP address. Only the owner manages
 * keys, so only the owner sees these entries: they could reveal to a collaborator a key of an environment that is not
 * shared with them.
 */
export const apiKeyEvents = [
  'api_key_created',
  'api_key_updated',
  'api_key_deleted',
  'api_key_deactivated',
  'api_key_viewed',
  'api_key_used',
  'rate_limit_exceeded',
  'unauthorized_access',
] as const satisfies readonly EventType[]
