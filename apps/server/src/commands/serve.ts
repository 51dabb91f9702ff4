import { command } from './command.ts'

export const serve = command({
  name: 'serve',
  summary: 'Serve the API and the pages',
  options: {
    'accept-restored': {
      type: 'boolean',
      help: 'Start once with a database that is older than its data folder',
    },
  },
  details:
    'The database is created or migrated first. SIGTERM ends running calls, then the process. The settings are in docs/settings.md.',
  examples: [['PORT=8080 envhold-server serve', 'On another port']],
  async run({ options }) {
    const { start } = await import('../instance/start.ts')
    await start({ acceptRestored: options['accept-restored'] })
    return undefined
  },
})
