import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './root.mjs'

// One file that any Node from 20 on runs, with nothing beside it.
await build({
  entryPoints: [join(root, 'apps/cli/src/main.ts')],
  outfile: join(root, 'apps/cli/dist/envhold.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  legalComments: 'eof',
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
})
