import { limits } from '@envhold/contract/limits.ts'
import { retention } from '@envhold/contract/retention.ts'
import { list, part, table, text, topic } from '../manual/block.ts'

export const projects = topic(
  'projects',
  'Projects and environments',
  text(
    'The dashboard lists your own projects and those that others share with you. A project starts empty; its owner adds environments on the Environments tab.',
  ),
  list(
    `A project has a name of up to ${limits.nameLength} characters, a description, and up to ${limits.projectEnvironments} environments.`,
    `An environment’s name has up to ${limits.environmentNameLength} letters, digits, hyphens and underscores. Upper and lower case count as the same name.`,
    'Calls and commands accept an environment by its name or its id. The id does not change when you rename it.',
  ),
  part('compare', 'Compare and grid'),
  text(
    'The Variables tab also shows all environments of a project side by side: which key is missing where, and which values differ. Values stay hidden until you reveal them.',
  ),
  part('delete-project', 'Delete a project'),
  text(
    `Deleting asks you to type the project’s name. Its API keys stop at once and collaborators lose access. It is gone for good after ${retention.deletedProjectDays} days.`,
  ),
  table(
    ['Action', 'Who'],
    ['See environments and variables', 'owner, write, read – only the environments shared with them'],
    ['Change variables', 'owner, write'],
    ['Add, rename and delete environments; edit or delete the project', 'owner'],
  ),
)
