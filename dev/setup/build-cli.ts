import { buildDownloads } from '../../apps/cli/build-downloads.ts'

await buildDownloads()
