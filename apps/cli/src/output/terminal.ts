import { isatty } from 'node:tty'

const descriptors = { stdin: 0, stdout: 1, stderr: 2 }

/** Whether a stream is a terminal, without opening it, which would be slow with `process.stdout`. */
export const isTerminal = (stream: keyof typeof descriptors): boolean => isatty(descriptors[stream])
