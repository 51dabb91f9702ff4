import type { ErrorTexts } from '../../connection/api/error-text.ts'

/** What people read when one of these calls fails. */
export const apiKeyErrors = {
  loadApiKeys: { fallback: 'Failed to load API keys' },
  createApiKey: { fallback: 'Failed to create API key' },
  updateApiKey: { fallback: 'Failed to update API key' },
  deleteApiKey: { fallback: 'Failed to delete API key' },
  loadApiKeyUsage: { fallback: 'Failed to load API key usage' },
} as const satisfies Record<string, ErrorTexts>
