import { expect, test } from 'vitest'
import { findFault } from './names.ts'

test.each([
  'apps/server/src/utils/',
  'apps/server/src/http/helpers.ts',
  'apps/web/src/ui/utils.ts',
  'apps/web/src/lib/',
  'packages/core/',
  'packages/vault/src/common.test.ts',
  'apps/server/src/v2/',
])('%s says nothing', (path) => expect(findFault(path)).toContain('says nothing'))

test.each(['packages/vault/src/index.ts', 'apps/web/src/ui/index.tsx'])('%s is a barrel', (path) =>
  expect(findFault(path)).toContain('barrel'),
)

test.each(['apps/web/src/ui/Button.tsx', 'apps/web/src/ui/alert_dialog.tsx', 'apps/server/src/Http/'])(
  '%s is not in kebab-case',
  (path) => expect(findFault(path)).toContain('kebab-case'),
)

test.each([
  'apps/server/src/features/api-keys/revoke-api-key.ts',
  'apps/server/src/db/migrations/0001-first.ts',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/cli/README.md',
  'apps/server/src/features/api-keys/',
  'apps/cli/src/shared-secret.ts',
])('%s is well', (path) => expect(findFault(path)).toBeUndefined())
