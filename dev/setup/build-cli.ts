import { buildCli } from '../../apps/cli/build.ts'

await buildCli()
