import type { EventType } from '@envhold/contract/event-types.ts'

/**
 * What a project's activity says about its API keys and their callers. An entry names no environment, since a key may
 * read several, but its text holds the key's name and it has the caller's IP address. Only the owner manages keys, so
 * only the owner sees these entries: to a collaborator they could name a key of an environment that is not shared.
 */
export const apiKeyEvents = [
  'api_key_created',
  'api_key_updated',
  'api_key_deleted',
  'api_key_used',
  'rate_limit_exceeded',
  'unauthorized_access',
] as const satisfies readonly EventType[]

/** Where these events are filed for readers, and where their counts are kept apart. */
export const apiKeyCategories = { shown: 'security_events', counted: 'api_keys' } as const
