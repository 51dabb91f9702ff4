import { list, text, topic } from '../manual/block.ts'

export const exporting = {
  ...topic(
    'export',
    'Take everything with you',
    text(
      'On the account page, **Download everything** saves all your projects as one ZIP file: a `.env` file for each environment, and one JSON file with every value exactly and, if you like, the whole history. The file is made in your browser and is **not encrypted**.',
    ),
    list(
      'One environment: **Download** on the Environments tab, or [`envhold pull`](#cli-pull).',
      'Activity and API usage: **Export** on the activity pages, as CSV or JSON.',
      'The log of a project, which can be verified offline: [`envhold audit`](#audit).',
    ),
    text('The format of the archive is described in `docs/formats.md` of the repository.'),
  ),
  alias: 'backup download zip leave gdpr portability',
}
