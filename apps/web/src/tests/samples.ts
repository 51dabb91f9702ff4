// What the fake API answers with.

import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'

export const sessionToken = `ses_a1B2c3D4e5F6g_${'0'.repeat(49)}`

const time = '2026-03-01T10:00:00.000Z'

export const sampleProject = (given: Partial<Project> = {}): Project => ({
  id: 7,
  name: 'Storefront',
  description: null,
  created_at: time,
  updated_at: time,
  user_role: 'owner',
  owner: 1,
  owner_username: 'ada',
  environment_count: 2,
  variable_count: 3,
  collaborator_count: 0,
  keys_pending: false,
  ...given,
})

export const sampleEnvironment = (given: Partial<Environment> = {}): Environment => ({
  id: 11,
  project_id: 7,
  name: 'production',
  version: 4,
  variable_count: 2,
  created_at: time,
  updated_at: time,
  rekey_pending: false,
  ...given,
})

export const sampleApiKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  id: 'a1B2c3',
  key_name: 'GitHub Actions',
  api_key_preview: 'key_a1B2…',
  permissions: ['read_variables', 'variables.api_inject'],
  environment_access: null,
  allowed_ips: [],
  expires_at: null,
  is_active: true,
  usage_count: 0,
  last_used_at: null,
  created_at: time,
  rate_limit_per_hour: -1,
  creator: { username: 'ada', email: 'ada@example.com' },
  ...given,
})
