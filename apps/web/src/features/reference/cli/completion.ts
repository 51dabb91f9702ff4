import { shell, text, topic } from '../manual/block.ts'

export const completion = topic(
  'completion',
  'Shell completion',
  text('Commands, options and their values complete with Tab in bash, zsh and fish. For bash:'),
  shell(
    `envhold completion bash > envhold.bash
. ./envhold.bash
complete -p envhold`,
    'envhold',
  ),
  text(
    'Put `source <(envhold completion bash)` into `~/.bashrc`, or the same with `zsh` into `~/.zshrc`. For fish, write the script once to `~/.config/fish/completions/envhold.fish`.',
  ),
)
