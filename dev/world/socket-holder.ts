// Opens a socket and starts a server with it, again and again, as systemd's socket units do: connections wait between.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { inheritedEnvironment } from './inherited-environment.ts'
import { serverFile } from './run-program.ts'

/** Opens a socket, which it never accepts from, and starts the program of its arguments with it for each line it gets. */
const manager = `
  use IO::Socket::INET; use POSIX ();
  BEGIN { $^F = 100 } $| = 1;
  my $socket = IO::Socket::INET->new(Listen => 64, LocalAddr => '127.0.0.1', LocalPort => 0) or die $!;
  print $socket->sockport, "\\n";
  while (<STDIN>) {
    my $pid = fork;
    if ($pid == 0) {
      POSIX::dup2(fileno $socket, 3);
      ($ENV{LISTEN_FDS}, $ENV{LISTEN_PID}) = (1, $$);
      open STDIN, '<', '/dev/null'; open STDOUT, '>', '/dev/null';
      exec @ARGV;
    }
    print "$pid\\n";
    waitpid $pid, 0;
    print $? >> 8, "\\n";
  }`

export interface SocketHolder {
  /** Of the socket, without a slash at the end. */
  readonly url: string
  /** Starts a server with the socket. @returns its process id */
  readonly start: () => Promise<number>
  /** Ends it. @returns its exit code */
  readonly end: () => Promise<number>
  readonly stop: () => void
}

export async function holdSocket(settings: Readonly<Record<string, string>>): Promise<SocketHolder> {
  const child = spawn('perl', ['-e', manager, process.execPath, serverFile, 'serve'], {
    env: { ...inheritedEnvironment, LOG_LEVEL: 'silent', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => Number((await lines.next()).value)
  let pid = 0
  return {
    url: `http://127.0.0.1:${await next()}`,
    start: async () => {
      child.stdin.write('start\n')
      pid = await next()
      return pid
    },
    end: async () => {
      process.kill(pid, 'SIGTERM')
      return await next()
    },
    stop: () => child.stdin.end(),
  }
}
