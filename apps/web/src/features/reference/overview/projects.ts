import { formerNameDays } from '@envhold/contract/former-names.ts'
import { limits } from '@envhold/contract/limits.ts'
import { retention } from '@envhold/contract/retention.ts'
import { list, part, shell, table, text, topic } from '../manual/block.ts'

export const projects = topic(
  'projects',
  'Projects and environments',
  text(
    'The dashboard lists your own projects and those that others share with you. An environment there opens its variables. From nine projects on they are a table: pin what you use most, press `/` to filter.',
  ),
  list(
    `A project has a name of up to ${limits.nameLength} characters, a description, and up to ${limits.projectEnvironments} environments.`,
    `An environment’s name has up to ${limits.environmentNameLength} letters, digits, hyphens and underscores. Upper and lower case count as the same name.`,
    'A new environment starts empty, or with the names of another one and empty values.',
    'Calls and commands accept an environment by its name or its id. The id does not change when you rename it.',
    `After a rename, reads by the former name work for ${formerNameDays} more days, with a warning. *Edit* lists these names and ends them earlier. Until then, no other environment of the project can have them.`,
  ),
  part('set-up', 'Set up a project'),
  text(
    'A project without environments asks its owner which ones to create, and takes a pasted `.env` or a JSON object for one of them. *Copy another project* takes the environments and the names of the variables of a project, without values. Later environments are added on the Environments tab.',
  ),
  part('table', 'The table of variables'),
  text(
    'Each row says when a variable was changed and by whom, its note, and how it stands in the other environments. A press on that lists them all. Amber marks a secret that a protected environment shares with another one.',
  ),
  list(
    'Environments without variables do not count, and those named preview-… may lack a variable or differ.',
    'Three or more keys with the same first word fold; click with Alt to fold or unfold all.',
    'The heads of the columns sort. Filters show what to check, what is missing elsewhere, and what changed this week. What is overdue or due within a week is to check, too.',
    'The search covers keys and notes, and offers to add keys that only other environments have.',
  ),
  text(
    'To compare, the page reads the other environments once after you unlock the vault. These reads are in the activity of the project.',
  ),
  part('compare', 'Compare and grid'),
  text(
    'The Variables tab also shows all environments of a project side by side: which key is missing where, and which values differ. Values stay hidden until you reveal them.',
  ),
  text(
    'In the grid, = marks a value that is the same everywhere and ≠ values that all differ; otherwise the same letter means the same value. Press Enter or type to edit a cell: changes are drafts until you review and save them, as one version for each environment.',
  ),
  text(
    'The menu of a column pins, narrows, hides and moves it, and Columns lists all of them. Empty environments start hidden, and above six columns those after the fourth start narrow. A hidden environment is not read and does not count as different or missing. The choice is remembered in this browser until you sign out. A phone shows two environments at a time.',
  ),
  part('protected', 'Protected environments'),
  text(
    'In a protected environment nothing is replaced, deleted or restored by mistake: the web app asks once with the number of variables, the command line asks for the name, and a call of the API sends the name in `Confirm-Environment`. Renaming or deleting the environment and removing its protection ask, too. Adding variables and reading never do.',
  ),
  text(
    'The owner sets the protection, and one of six colours, where the environment is edited. A new environment named production, prod or live is protected from the start.',
  ),
  shell(
    `envhold environments update staging --protect
envhold environments update staging --no-protect --confirm staging`,
    'staging: protected',
  ),
  part('delete-project', 'Delete a project'),
  text(
    `Deleting asks you to type the project’s name. Its API keys stop at once and collaborators lose access. It is gone for good after ${retention.deletedProjectDays} days.`,
  ),
  table(
    ['Action', 'Who'],
    ['See environments and variables', 'owner, write, read – only the environments shared with them'],
    ['Change variables', 'owner, write'],
    ['Add, edit, protect and delete environments; edit or delete the project', 'owner'],
  ),
)
